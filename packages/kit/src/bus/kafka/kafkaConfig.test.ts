import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../process/config.ts';
import { connectionOf, type KafkaSettings, kafkaConfig } from './kafkaConfig.ts';

const connection = (env: Record<string, string>) =>
  connectionOf(loadConfig(Type.Object(kafkaConfig), env) as KafkaSettings);

describe('the settings of Kafka', () => {
  it('include brokers, TLS and SASL', () => {
    const env = {
      ROTAMER_KAFKA_BROKERS: 'a:9092, b:9092',
      ROTAMER_KAFKA_SSL: 'true',
      ROTAMER_KAFKA_SASL_MECHANISM: 'scram-sha-512',
      ROTAMER_KAFKA_SASL_USERNAME: 'rotamer',
      ROTAMER_KAFKA_SASL_PASSWORD: 'secret',
    };
    expect(connection(env)).toEqual({
      brokers: ['a:9092', 'b:9092'],
      ssl: true,
      sasl: { mechanism: 'scram-sha-512', username: 'rotamer', password: 'secret' },
    });
  });

  it('are refused when SASL is configured in part', () => {
    const env = { ROTAMER_KAFKA_BROKERS: 'a:9092', ROTAMER_KAFKA_SASL_USERNAME: 'rotamer' };
    expect(() => connection(env)).toThrow('together');
  });

  it('are refused with an unknown SASL mechanism', () => {
    const env = { ROTAMER_KAFKA_BROKERS: 'a:9092', ROTAMER_KAFKA_SASL_MECHANISM: 'kerberos' };
    expect(() => connection(env)).toThrow('ROTAMER_KAFKA_SASL_MECHANISM');
  });
});
