// A runner that runs nothing: it claims leases over the real lease API and reports each job as completed at once, so
// that only the system's own overhead is measured. Its parent starts and pauses it; it stays warm meanwhile.

import { AttemptOutcome, type Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import { answerParent } from './child.ts';
import { OFFERS, openLeases } from './fakeRunner.ts';

const runnerId = 'bench-noop';

/** Leases per claim and claims under way; the limit of one claim is 32. */
const LIMIT = 32;
const CLAIMERS = 2;

/** `work` on the stack of a data folder, or `rest`, sent when there is nothing left to lease. */
export type Order = { work: string } | 'rest';

let leases: ReturnType<typeof openLeases>['client'] | undefined;
let rested = new AbortController();

answerParent(async (order: Order) => {
  if (order === 'rest') return rested.abort();
  rested = new AbortController();
  leases ??= await open(order.work);
  for (let i = 0; i < CLAIMERS; i++) void claimUntil(leases, rested.signal);
});

async function open(dataDir: string) {
  const { client } = openLeases(dataDir);
  const announce = () => client.announce({ runnerId, offers: OFFERS });
  await announce();
  setInterval(() => void announce().catch(() => {}), 4_000);
  return client;
}

type Client = NonNullable<typeof leases>;

async function claimUntil(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const request = { runnerId, offers: OFFERS, limit: LIMIT, waitMs: 20_000 };
    const claimed = await client.claim(request, { signal }).catch((error) => {
      if (!signal.aborted) throw error;
      return { leases: [] };
    });
    await Promise.all(claimed.leases.map((lease) => complete(client, lease)));
  }
}

async function complete(client: Client, lease: Lease): Promise<void> {
  await client.started(lease);
  await client.complete({ ...lease, outcome: AttemptOutcome.COMPLETED, runtimeMs: 0 });
}
