import { join } from 'node:path';
import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
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

/** A new database with billing's tables. */
export function billingDatabase() {
  return serviceDatabase(service);
}

/** The holds of an answer that has no error in it. */
export function placedHolds({ answers }: PlaceHoldsResponse): PlacedHold[] {
  return answers.map(({ answer }) => {
    if (answer?.$case !== 'hold') throw answer ? itemFault(answer.value) : new Error('no answer');
    return answer.value;
  });
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
    /** Billing is unavailable from now on. */
    stop: server.stop,
    /** Places one hold, as jobs does. */
    placeHold: async (hold: HoldToPlace) => placedHolds(await jobs.placeHolds({ holds: [hold] }))[0]!,
    /** A workspace with these credits, and nothing else. */
    createWorkspace: (millicredits: number) =>
      operator.createWorkspace({ name: 'Lab', plan: 'COMMERCIAL_TEAM', millicredits }),
  };
}
