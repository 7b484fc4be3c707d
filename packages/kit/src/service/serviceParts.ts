import { join } from 'node:path';
import type { Bus } from '../bus/bus.ts';
import { openBus } from '../bus/openBus.ts';
import { type Db, openDb } from '../db/db.ts';
import { migrateService } from '../db/migrate.ts';
import { checkPostgresUrl } from '../db/postgresUrl.ts';
import { type Signals, startSignals } from '../db/signals.ts';
import { createGrpcClient, type GrpcClientOptions, type GrpcDefinition } from '../grpc/client.ts';
import { type GrpcService, startGrpcServer } from '../grpc/server.ts';
import { type MailConfig, openMailer } from '../mail/mailer.ts';
import { type MailQueue, startMailing } from '../mail/sendMails.ts';
import { startRelay } from '../outbox/startRelay.ts';
import type { Lifetime } from './run.ts';

/** The setting of a service's own database. */
interface DatabaseSettings {
  postgresUrl: string;
}

/**
 * Migrates the service's own database and opens it. `sources` is the folder of the service's `main.ts`; the SQL is in the
 * parent of that folder.
 */
export async function openDatabase(
  { service, log, onStop }: Lifetime,
  { postgresUrl: url }: DatabaseSettings,
  sources: string,
  { max }: { max?: number } = {},
): Promise<Db> {
  checkPostgresUrl(url, 'ROTAMER_POSTGRES_URL');
  await migrateService(url, join(sources, '..'), log);
  const db = openDb({ url, name: service, log, max });
  onStop('database', () => db.end());
  return db;
}

/** Opens the bus and starts the relay that publishes the service's outbox, woken by signals. */
export async function openPublishingBus(
  life: Lifetime,
  config: DatabaseSettings & Parameters<typeof openBus>[0],
  db: Db,
): Promise<{ bus: Bus; signals: Signals }> {
  const signals = startSignals({ url: config.postgresUrl, db, log: life.log });
  life.onStop('signals', signals.stop);
  const bus = await openBus(config, life.log, db);
  life.onStop('bus', bus.stop);
  const relay = startRelay({ url: config.postgresUrl, bus, signals, log: life.log });
  life.onStop('relay', relay.stop);
  return { bus, signals };
}

/** Starts sending the mails of a queue, where a mail server or a folder is configured. Returns whether one is. */
export function sendMailsOf(
  queue: MailQueue,
  { log, onStop }: Lifetime,
  config: DatabaseSettings & MailConfig,
  signals: Signals,
): boolean {
  const mailer = openMailer(config);
  if (!mailer) {
    log.warn('no mail server configured: no mail is sent');
    return false;
  }
  onStop('mailer', mailer.close);
  onStop('mailing', startMailing({ url: config.postgresUrl, queue, signals, mailer, log }).stop);
  return true;
}

/** Opens a client of another service, authenticated by this service's token. */
export function openClient<Definition extends GrpcDefinition>(
  { service, onStop }: Lifetime,
  definition: Definition,
  { serviceToken: token }: { serviceToken: string },
  options: Omit<GrpcClientOptions, 'service' | 'token'>,
) {
  const { client, close } = createGrpcClient(definition, { ...options, service, token });
  onStop(`${definition.fullName ?? 'gRPC'} client`, close);
  return client;
}

/** Serves RPCs until the service stops. Call it last, when everything that handlers need is started. */
export async function serveRpcs(
  { log, onStop }: Lifetime,
  { listen, callers }: { listen: string; callers: string },
  services: GrpcService[],
): Promise<void> {
  const server = await startGrpcServer({ listen, callers, services, log });
  onStop('gRPC server', server.stop);
}
