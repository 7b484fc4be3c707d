import { join } from 'node:path';
import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { migrateService } from '@rotamer/kit/db/migrate.ts';
import { createGrpcClient } from '@rotamer/kit/grpc/client.ts';
import { peerHash } from '@rotamer/kit/grpc/peers.ts';
import { startGrpcServer } from '@rotamer/kit/grpc/server.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { testDatabase } from '@rotamer/kit/testing/testDatabase.ts';
import {
  BillingDefinition,
  type HoldToPlace,
  type PlacedHold,
  type PlaceHoldsResponse,
} from '@rotamer/proto/billing/v1/billing.ts';
import { onTestFinished } from 'vitest';
import { billingService } from '../rpcTable.ts';

const migrations = join(import.meta.dirname, '../../migrations');

/** A new database with billing's tables. */
export function billingDatabase() {
  return testDatabase((url) => migrateService(url, migrations, quietLog));
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
  const tokens = { jobs: 'token-of-jobs', operator: 'token-of-operator', gateway: 'token-of-gateway' };
  const server = await startGrpcServer({
    listen: '127.0.0.1:0',
    callers: Object.entries(tokens)
      .map(([name, token]) => `${name}:${peerHash(token)}`)
      .join(','),
    services: [billingService({ db, clock: systemClock, signals: { send: () => {} } })],
    log: quietLog,
  });
  onTestFinished(() => server.stop());

  const address = `127.0.0.1:${server.port}`;

  function clientOf(service: keyof typeof tokens, token = tokens[service], at = address) {
    const { client, close } = createGrpcClient(BillingDefinition, { address: at, service, token, timeoutMs: 20_000 });
    onTestFinished(close);
    return client;
  }

  const operator = clientOf('operator');
  const jobs = clientOf('jobs');
  return {
    db,
    url,
    address,
    operator,
    jobs,
    clientOf,
    /** The client of jobs, reaching billing at another address. */
    jobsThrough: (proxy: string) => clientOf('jobs', tokens.jobs, proxy),
    /** Billing is away from now on. */
    stop: () => server.stop(),
    /** Places one hold, as jobs does. */
    placeHold: async (hold: HoldToPlace) => placedHolds(await jobs.placeHolds({ holds: [hold] }))[0]!,
    /** A workspace with these credits, and nothing else. */
    createWorkspace: (millicredits: number) =>
      operator.createWorkspace({ name: 'Lab', plan: 'COMMERCIAL_TEAM', millicredits }),
  };
}
