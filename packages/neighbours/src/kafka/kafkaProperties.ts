import type { Certificate } from '../certificate.ts';

/** What clients need to connect, as in production: TLS, and a user by PLAIN or SCRAM-SHA-512. */
export interface Secured {
  certificate: Certificate;
  username: string;
  password: string;
}

/** On 127.0.0.1. */
export interface KafkaPorts {
  clients: number;
  /** The internal listener of the node when clients need a password. */
  internal: number;
  controller: number;
}

type Settings = Record<string, string | number | boolean>;

/** Returns the settings of a Kafka node that is broker and controller and keeps all data in the folder `data`. */
export function kafkaProperties(data: string, ports: KafkaPorts, secured?: Secured): string {
  const listeners = secured ? securedListeners(ports, secured) : plainListeners(ports);
  const settings: Settings = {
    ...listeners,
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${ports.controller}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': data,
    // As in production: services have no permission to create topics.
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    // After a kill -9 the node waits until its previous session has expired.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    // A single node has one replica of everything. Few partitions start sooner.
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

function plainListeners({ clients, controller }: KafkaPorts): Settings {
  return { listeners: `PLAINTEXT://127.0.0.1:${clients},CONTROLLER://127.0.0.1:${controller}` };
}

function securedListeners(ports: KafkaPorts, { certificate, username, password }: Secured): Settings {
  const login = (module: string, options = '') => `org.apache.kafka.common.security.${module} required${options};`;
  const listeners = { CLIENTS: ports.clients, INTERNAL: ports.internal, CONTROLLER: ports.controller };
  return {
    listeners: Object.entries(listeners)
      .map(([name, port]) => `${name}://127.0.0.1:${port}`)
      .join(),
    'listener.security.protocol.map': 'CLIENTS:SASL_SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'INTERNAL',
    'listener.name.clients.ssl.keystore.type': 'PEM',
    'listener.name.clients.ssl.keystore.location': certificate.chain,
    'listener.name.clients.sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
    'listener.name.clients.plain.sasl.jaas.config': login('plain.PlainLoginModule', ` user_${username}="${password}"`),
    'listener.name.clients.scram-sha-512.sasl.jaas.config': login('scram.ScramLoginModule'),
  };
}
