import { join } from 'node:path';
import { systemClock } from '@rotamer/kit/clock.ts';
import { migrateService } from '@rotamer/kit/db/migrate.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { testDatabase } from '@rotamer/kit/testing/testDatabase.ts';
import { BillingDefinition, type HoldToPlace } from '@rotamer/proto/billing/v1/billing.ts';
import { rpcTable } from '../rpcTable.ts';

const migrations = join(import.meta.dirname, '../../migrations');

/** A new database with billing's tables. */
export function billingDatabase() {
  return testDatabase((url) => migrateService(url, migrations, quietLog));
}

/** Billing on a free port over a new database, asked by real clients with tokens; gone when the test has finished. */
export async function startBilling() {
  const { db, url } = await billingDatabase();
  const server = await serveRpcTable(rpcTable({ db, clock: systemClock, signals: { send: () => {} } }));
  const clientOf = (service: string, options = {}) => server.ask(BillingDefinition, service, options);
  const operator = clientOf('operator');
  const jobs = clientOf('jobs');
  return {
    db,
    url,
    address: server.address,
    operator,
    jobs,
    clientOf,
    /** The client of jobs, reaching billing at another address. */
    jobsThrough: (proxy: string) => clientOf('jobs', { address: proxy }),
    /** Billing is away from now on. */
    stop: server.stop,
    /** Places one hold, as jobs does. */
    placeHold: async (hold: HoldToPlace) => (await jobs.placeHolds({ holds: [hold] })).holds[0]!,
    /** A workspace with these credits, and nothing else. */
    createWorkspace: (millicredits: number) =>
      operator.createWorkspace({ name: 'Lab', plan: 'COMMERCIAL_TEAM', millicredits }),
  };
}
