import { Type } from 'typebox';
import { migrateBus } from '../db/migrate.ts';
import type { Logger } from '../process/log.ts';
import type { Bus } from './bus.ts';
import { type KafkaSettings, kafkaConfig } from './kafka/kafkaConfig.ts';
import { openPostgresBus } from './postgresBus.ts';

/** The settings of whoever tells or hears: spread them into a service's config schema. */
export const busConfig = {
  busUrl: Type.Optional(Type.String({ description: 'PostgreSQL URL of the bus database; chooses the postgres bus' })),
  ...kafkaConfig,
};

/** The bus that the configuration names. The tables of a `postgres` bus are made by whoever opens it first. */
export async function openBus(config: { busUrl?: string } & Partial<KafkaSettings>, log: Logger): Promise<Bus> {
  const { busUrl, kafkaBrokers } = config;
  if (kafkaBrokers) {
    // Loaded where it is used only, as the S3 client is.
    const { openKafkaBus } = await import('./kafka/kafkaBus.ts');
    return openKafkaBus({ ...config, kafkaBrokers }, log);
  }
  if (!busUrl) throw new Error('No bus: set ROTAMER_KAFKA_BROKERS, or ROTAMER_BUS_URL for the one in PostgreSQL.');
  await migrateBus(busUrl, log);
  return openPostgresBus({ url: busUrl, log });
}
