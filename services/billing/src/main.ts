import { join } from 'node:path';
import { openBus } from '@rotamer/kit/bus/openBus.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { loadConfig } from '@rotamer/kit/config.ts';
import { openDb } from '@rotamer/kit/db/db.ts';
import { migrateService } from '@rotamer/kit/db/migrate.ts';
import { startGrpcServer } from '@rotamer/kit/grpc/server.ts';
import { startRelay } from '@rotamer/kit/outbox/startRelay.ts';
import { run } from '@rotamer/kit/run.ts';
import { startSignals } from '@rotamer/kit/signals.ts';
import { billingConfig } from './config.ts';
import { observeLedger } from './observeLedger.ts';
import { billingService } from './service.ts';

await run('billing', async ({ log, onStop }) => {
  const config = loadConfig(billingConfig, process.env);
  const url = config.postgresUrl;

  await migrateService(url, join(import.meta.dirname, '../migrations'), log);
  const db = openDb({ url, name: 'billing', log });
  onStop('db', () => db.end());
  observeLedger(db);

  const signals = startSignals({ url, db, log });
  onStop('signals', signals.stop);

  const bus = await openBus(config, log);
  onStop('bus', bus.stop);

  const relay = startRelay({ url, bus, signals, log });
  onStop('relay', relay.stop);

  const { listen, callers } = config;
  const services = [billingService({ db, clock: systemClock, signals })];
  const server = await startGrpcServer({ listen, callers, services, log });
  onStop('grpc', server.stop);
});
