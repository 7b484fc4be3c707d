import type { KafkaConfig, SASLOptions } from 'kafkajs';
import { type Static, Type } from 'typebox';

/** The settings of the `kafka` bus. */
export const kafkaConfig = {
  kafkaBrokers: Type.Optional(
    Type.String({ description: 'host:port of the Kafka brokers, separated by commas; selects the kafka bus' }),
  ),
  kafkaSsl: Type.Boolean({
    default: false,
    description: 'TLS to the brokers; certificates of your own authority with NODE_EXTRA_CA_CERTS',
  }),
  kafkaSaslMechanism: Type.Optional(
    Type.Enum(['plain', 'scram-sha-256', 'scram-sha-512'], {
      description: 'how a service signs in; with user and password: all three or none',
    }),
  ),
  kafkaSaslUsername: Type.Optional(Type.String({ description: 'SASL user' })),
  kafkaSaslPassword: Type.Optional(Type.String({ description: 'SASL password' })),
  kafkaTopicPrefix: Type.String({
    default: '',
    description: 'prefix of every topic and group, such as rotamer., so that one rule can allow them all',
  }),
};

const schema = Type.Object(kafkaConfig);

export type KafkaSettings = Partial<Static<typeof schema>> & { kafkaBrokers: string };

/** Returns how kafkajs reaches the brokers. Throws when SASL is configured in part. */
export function connectionOf(settings: KafkaSettings): Pick<KafkaConfig, 'brokers' | 'ssl' | 'sasl'> {
  const brokers = settings.kafkaBrokers.split(',').map((broker) => broker.trim());
  return { brokers, ssl: settings.kafkaSsl ?? false, sasl: saslOf(settings) };
}

function saslOf(settings: KafkaSettings): SASLOptions | undefined {
  const { kafkaSaslMechanism: mechanism, kafkaSaslUsername: username, kafkaSaslPassword: password } = settings;
  if (!mechanism && !username && !password) return undefined;
  if (mechanism && username && password) return { mechanism, username, password } as SASLOptions;
  throw new Error('Set ROTAMER_KAFKA_SASL_MECHANISM, _USERNAME and _PASSWORD together, or none of them.');
}
