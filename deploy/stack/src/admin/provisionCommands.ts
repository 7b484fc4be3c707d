import { eventRetentionDays, eventTopics } from '@rotamer/deploy/services.ts';
import { choosesS3, s3Config } from '@rotamer/kit/blobs/s3Config.ts';
import { kafkaConfig } from '@rotamer/kit/bus/kafka/kafkaConfig.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { createLog } from '@rotamer/kit/process/log.ts';
import { Type } from 'typebox';
import type { ProvisionCommand } from './command.ts';
import { optionalInteger, WrongCall } from './values.ts';

export const busCreateTopics: ProvisionCommand = {
  name: 'bus create-topics',
  summary: 'creates the missing topics in the Kafka cluster of ROTAMER_KAFKA_*; existing ones are listed, not changed',
  required: {},
  optional: { 'replication-factor': 'N', 'retention-days': 'N' },
  async provision(options, env) {
    const settings = loadConfig(Type.Object(kafkaConfig), env);
    const { kafkaBrokers, kafkaTopicPrefix: prefix } = settings;
    if (!kafkaBrokers) throw new WrongCall('Set ROTAMER_KAFKA_BROKERS, host:port of the brokers.');
    const { createKafka } = await import('@rotamer/kit/bus/kafka/kafkaClient.ts');
    const { createTopics } = await import('@rotamer/kit/bus/kafka/kafkaTopics.ts');
    const kafka = createKafka({ ...settings, kafkaBrokers }, createLog('admin', 'silent'));
    return createTopics(kafka, eventTopics(), {
      prefix,
      retentionDays: optionalInteger('retention-days', options['retention-days']) ?? eventRetentionDays,
      replicationFactor: optionalInteger('replication-factor', options['replication-factor']),
    });
  },
};

export const blobsCreateBucket: ProvisionCommand = {
  name: 'blobs create-bucket',
  summary: 'creates the bucket of ROTAMER_S3_* if it is missing',
  required: {},
  async provision(_options, env) {
    const settings = loadConfig(Type.Object(s3Config), env);
    if (!choosesS3(settings)) throw new WrongCall('Set ROTAMER_S3_ENDPOINT or, for Amazon S3, ROTAMER_S3_BUCKET.');
    const { createBucket } = await import('@rotamer/kit/blobs/s3Bucket.ts');
    return createBucket(settings);
  },
};
