import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { made } from '../cache.ts';
import { freePort } from '../freePort.ts';
import { isOpen } from '../isOpen.ts';
import { kafkaJars } from '../programs.ts';
import { endLeftover, type Server, startServer } from '../startServer.ts';
import { requireTools } from '../toolchain.ts';
import { type KafkaPorts, kafkaProperties, type Secured } from './kafkaProperties.ts';

export interface KafkaOptions {
  /** The data folder, an absolute path. Created if missing. */
  folder: string;
  logFile: string;
  /** A port on 127.0.0.1; by default any free port. */
  port?: number;
  /** What clients need to connect; nothing by default. */
  secured?: Secured;
}

/** JVM options: a small heap, and no waiting for the optimising compiler at the start. */
const jvm = ['-Xms128m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Starts Apache Kafka as one KRaft node that is broker and controller, on loopback only. */
export async function startKafka({ folder, logFile, port, secured }: KafkaOptions): Promise<Server> {
  requireTools();
  const jars = await kafkaJars();
  await endLeftover(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const chosen = port ?? (await freePort());
  const properties = join(folder, 'server.properties');
  const ports = { clients: chosen, internal: await freePort(), controller: await freePort() };
  const data = join(folder, 'data');
  writeFileSync(properties, kafkaProperties(data, ports, secured), { mode: 0o600 });
  if (!existsSync(join(data, 'meta.properties'))) {
    if (secured) await format(jars, properties, secured);
    else copyWhole(await formatted(jars), data);
  }
  return startServer({
    name: 'Kafka',
    command: 'java',
    args: [...jvm, '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', ...classPath(jars), 'kafka.Kafka', properties],
    folder,
    logFile,
    port: chosen,
    // Kafka opens its port last.
    answers: () => isOpen(chosen),
  });
}

/**
 * Returns a data folder of a node without users that was formatted once, because formatting takes 2 s of CPU time. The nodes that
 * start from copies have the same cluster id, but never meet.
 */
async function formatted(jars: string): Promise<string> {
  const ports: KafkaPorts = { clients: 1, internal: 2, controller: 3 };
  const settings = createHash('sha256').update(kafkaProperties('', ports)).digest('hex').slice(0, 12);
  const folder = await made(`${basename(jars)}-data-${settings}`, async (draft) => {
    const properties = join(draft, 'server.properties');
    writeFileSync(properties, kafkaProperties(join(draft, 'data'), ports));
    await format(jars, properties);
  });
  return join(folder, 'data');
}

/** Copies a folder. An interrupted copy leaves none. */
function copyWhole(from: string, to: string): void {
  cpSync(from, `${to}.part`, { recursive: true });
  renameSync(`${to}.part`, to);
}

const classPath = (jars: string) => ['-cp', join(jars, '*')];

async function format(jars: string, properties: string, secured?: Secured): Promise<void> {
  const id = randomBytes(16);
  id[0]! &= 0x7f; // base64 may begin with a dash, which Kafka takes for an option
  const user = secured && `SCRAM-SHA-512=[name=${secured.username},password=${secured.password}]`;
  const args = ['format', '-t', id.toString('base64url'), '-c', properties, '--ignore-formatted'];
  if (user) args.push('--add-scram', user);
  await promisify(execFile)('java', [...jvm, ...classPath(jars), 'kafka.tools.StorageTool', ...args]);
}
