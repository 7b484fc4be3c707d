import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@rotamer/stack/freePort.ts';
import { kafkaJars } from './programs.ts';
import { endLeftover, type Server, startServer } from './startServer.ts';
import { requireTools } from './toolchain.ts';

export interface KafkaOptions {
  /** Everything is kept below this folder, an absolute path. Made when missing. */
  folder: string;
  logFile: string;
  /** On 127.0.0.1; without one any free port. */
  port?: number;
}

/** A small heap, and a start that does not wait for the optimising compiler. */
const jvm = ['-Xms128m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Starts Apache Kafka as one KRaft node that is broker and controller, on loopback only. */
export async function startKafka({ folder, logFile, port }: KafkaOptions): Promise<Server> {
  requireTools();
  const classPath = ['-cp', join(await kafkaJars(), '*')];
  await endLeftover(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const chosen = port ?? (await freePort());
  const properties = join(folder, 'server.properties');
  writeFileSync(properties, propertiesOf(join(folder, 'data'), chosen, await freePort()));
  if (!existsSync(join(folder, 'data', 'meta.properties'))) await format(classPath, properties);
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

async function format(classPath: string[], properties: string): Promise<void> {
  const id = randomBytes(16);
  id[0]! &= 0x7f; // base64 may begin with a dash, which Kafka takes for an option
  const args = ['format', '-t', id.toString('base64url'), '-c', properties, '--ignore-formatted'];
  await promisify(execFile)('java', [...jvm, ...classPath, 'kafka.tools.StorageTool', ...args]);
}

function propertiesOf(data: string, port: number, controllerPort: number): string {
  const settings: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': data,
    // As in production: services have no right to create topics.
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    // After a kill -9 the node waits until its former life has expired.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    // One node has one replica of everything, and few partitions start sooner.
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'num.network.threads': 2,
    'num.io.threads': 2,
    // The default does not fit in a small heap.
    'log.cleaner.dedupe.buffer.size': 8_388_608,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
