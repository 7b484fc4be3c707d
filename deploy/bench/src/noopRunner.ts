// A runner that runs nothing: it takes leases over the real lease API and reports each job as completed at once. What is
// left is the system's own part of a job's life.

import { AttemptOutcome, type Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import { answerParent } from './child.ts';
import { OFFERS, openLeases } from './fakeRunner.ts';

const runnerId = 'bench-noop';

/** Leases per claim and claims under way; the limit of one claim is 32. */
const LIMIT = 32;
const CLAIMERS = 2;

answerParent(async (dataDir: string) => {
  const { client } = openLeases(dataDir);
  const announce = () => client.announce({ runnerId, offers: OFFERS });
  await announce();
  setInterval(() => void announce().catch(() => {}), 4_000);

  async function complete({ jobId, attempt }: Lease): Promise<void> {
    await client.started({ jobId, attempt });
    await client.complete({ jobId, attempt, outcome: AttemptOutcome.COMPLETED, runtimeMs: 0 });
  }

  async function claimForEver(): Promise<never> {
    for (;;) {
      const { leases } = await client.claim({ runnerId, offers: OFFERS, limit: LIMIT, waitMs: 20_000 });
      await Promise.all(leases.map(complete));
    }
  }

  for (let i = 0; i < CLAIMERS; i++) void claimForEver();
  return runnerId;
});
