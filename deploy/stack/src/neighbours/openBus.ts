import { busDatabase, eventRetentionDays, eventTopics } from '@rotamer/deploy/services.ts';
import { type KafkaSettings, kafkaConfig } from '@rotamer/kit/bus/kafka/kafkaConfig.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { createLog } from '@rotamer/kit/process/log.ts';
import { startKafka } from '@rotamer/neighbours/kafka/startKafka.ts';
import { Type } from 'typebox';
import { logFile } from '../folder/paths.ts';
import { superviseServer } from '../supervise/superviseServer.ts';
import { given, type Neighbour, type NeighbourOptions } from './neighbour.ts';

/** Opens the bus: the Kafka cluster named by the environment, a local one for `--real`, else a database. */
export async function openBus({ real, paths, databaseUrl, events }: NeighbourOptions): Promise<Neighbour> {
  const theirs = given('ROTAMER_KAFKA_', 'BROKERS');
  if (theirs) {
    await makeTopics(theirs);
    return { env: theirs };
  }
  if (!real) return { env: { ROTAMER_BUS_URL: process.env.ROTAMER_BUS_URL || databaseUrl(busDatabase) } };
  const start = (port?: number) => startKafka({ folder: paths.kafka, logFile: logFile(paths, 'kafka'), port });
  const server = await superviseServer({ name: 'kafka', start, killSignal: 'SIGKILL' }, events);
  const env = { ROTAMER_KAFKA_BROKERS: `127.0.0.1:${server.port}` };
  await makeTopics(env).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return { env, server };
}

async function makeTopics(env: Record<string, string>): Promise<void> {
  const { createKafka } = await import('@rotamer/kit/bus/kafka/kafkaClient.ts');
  const { createTopics } = await import('@rotamer/kit/bus/kafka/kafkaTopics.ts');
  const settings = loadConfig(Type.Object(kafkaConfig), env) as KafkaSettings;
  await createTopics(createKafka(settings, createLog('stack', 'silent')), eventTopics(), {
    prefix: settings.kafkaTopicPrefix ?? '',
    retentionDays: eventRetentionDays,
  });
}
