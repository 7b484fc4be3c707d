import { join } from 'node:path';
import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { type Clock, systemClock } from '@rotamer/kit/clock.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import {
  BillingDefinition,
  type HoldToPlace,
  type PlacedHold,
  type PlaceHoldsResponse,
} from '@rotamer/proto/billing/v1/billing.ts';
import { rpcTable } from '../rpcTable.ts';

const service = join(import.meta.dirname, '../..');

/** Creates a database with billing's tables. */
export function billingDatabase() {
  return serviceDatabase(service);
}

/** Returns the holds of a response. Throws when the response has an error. */
export function placedHolds({ answers }: PlaceHoldsResponse): PlacedHold[] {
  return answers.map(({ answer }) => {
    if (answer?.$case !== 'hold') throw answer ? itemFault(answer.value) : new Error('no answer');
    return answer.value;
  });
}

/** Starts billing on a free port over a new database, with real clients that have tokens. It is stopped when the test has finished. */
export async function startBilling({ clock = systemClock }: { clock?: Clock } = {}) {
  const { db, url } = await billingDatabase();
  const server = await serveRpcTable(rpcTable({ db, clock, signals: { send: () => {} } }));
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
    /** Returns the client of jobs, with another address for billing. */
    jobsThrough: (proxy: string) => clientOf('jobs', { address: proxy }),
    /** Stops the server: billing is unavailable from now on. */
    stop: server.stop,
    /** Places one hold, as jobs does. */
    placeHold: async (hold: HoldToPlace) => placedHolds(await jobs.placeHolds({ holds: [hold] }))[0]!,
    /** Creates a workspace with these credits. */
    createWorkspace: (millicredits: number) =>
      operator.createWorkspace({ name: 'Lab', plan: 'COMMERCIAL_TEAM', millicredits }),
  };
}
