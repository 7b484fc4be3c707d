import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../freePort.ts';
import { isOpen } from '../isOpen.ts';
import { kafkaJars } from '../programs.ts';
import { endLeftover, type Server, startServer } from '../startServer.ts';
import { requireTools } from '../toolchain.ts';
import { kafkaProperties, type Secured } from './kafkaProperties.ts';

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
  const classPath = ['-cp', join(await kafkaJars(), '*')];
  await endLeftover(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const chosen = port ?? (await freePort());
  const properties = join(folder, 'server.properties');
  const ports = { clients: chosen, internal: await freePort(), controller: await freePort() };
  writeFileSync(properties, kafkaProperties(join(folder, 'data'), ports, secured), { mode: 0o600 });
  if (!existsSync(join(folder, 'data', 'meta.properties'))) await format(classPath, properties, secured);
  return startServer({
    name: 'Kafka',
    command: 'java',
    args: [...jvm, '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', ...classPath, 'kafka.Kafka', properties],
    folder,
    logFile,
    port: chosen,
    // Kafka opens its port last.
    answers: () => isOpen(chosen),
  });
}

async function format(classPath: string[], properties: string, secured?: Secured): Promise<void> {
  const id = randomBytes(16);
  id[0]! &= 0x7f; // base64 may begin with a dash, which Kafka takes for an option
  const user = secured && `SCRAM-SHA-512=[name=${secured.username},password=${secured.password}]`;
  const args = ['format', '-t', id.toString('base64url'), '-c', properties, '--ignore-formatted'];
  if (user) args.push('--add-scram', user);
  await promisify(execFile)('java', [...jvm, ...classPath, 'kafka.tools.StorageTool', ...args]);
}
