import { Type } from 'typebox';
import type { Queryable } from '../db/db.ts';
import { migrateBus } from '../db/migrate.ts';
import { checkPostgresUrl } from '../db/postgresUrl.ts';
import type { Logger } from '../process/log.ts';
import type { Bus } from './bus.ts';
import { type KafkaSettings, kafkaConfig } from './kafka/kafkaConfig.ts';
import { openPostgresBus } from './postgresBus.ts';

/** The settings of services that publish or consume events: spread them into a service's config schema. */
export const busConfig = {
  busUrl: Type.Optional(Type.String({ description: 'PostgreSQL URL of the bus database; selects the postgres bus' })),
  ...kafkaConfig,
};

/**
 * Opens the configured bus. The first process to open a `postgres` bus creates its tables. `own` is the database of the
 * service, in which a consumer on Kafka records the events that it begins.
 */
export async function openBus(
  config: { busUrl?: string } & Partial<KafkaSettings>,
  log: Logger,
  own?: Queryable,
): Promise<Bus> {
  const { busUrl, kafkaBrokers } = config;
  if (kafkaBrokers) {
    // Loaded only where it is used, like the S3 client.
    const { openKafkaBus } = await import('./kafka/kafkaBus.ts');
    return openKafkaBus({ ...config, kafkaBrokers }, log, own);
  }
  if (!busUrl)
    throw new Error('No bus configured: set ROTAMER_KAFKA_BROKERS, or ROTAMER_BUS_URL for the one in PostgreSQL.');
  checkPostgresUrl(busUrl, 'ROTAMER_BUS_URL');
  await migrateBus(busUrl, log);
  return openPostgresBus({ url: busUrl, log });
}
