import { Type } from 'typebox';
import { migrateBus } from '../db/migrate.ts';
import type { Logger } from '../log.ts';
import type { Bus } from './bus.ts';
import { openPostgresBus } from './postgresBus.ts';

/** The settings of whoever tells or hears: spread them into a service's config schema. */
export const busConfig = {
  busUrl: Type.String({ description: 'PostgreSQL URL of the bus database' }),
};

/** The bus that the configuration names; its tables are made by whoever opens it first. */
export async function openBus(config: { busUrl: string }, log: Logger): Promise<Bus> {
  await migrateBus(config.busUrl, log);
  return openPostgresBus({ url: config.busUrl, log });
}
