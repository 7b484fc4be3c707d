import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Job } from '../job/job.ts';
import { JOB_COLUMNS, toJob } from '../job/jobRow.ts';
import { LEASE_MS } from './leases.ts';
import type { Offer } from './liveOffers.ts';

/**
 * Leases the next jobs to a runner, fairly across workspaces (functions/claimJobs.sql). The caller publishes the events
 * in the same transaction.
 */
export async function claimJobs(tx: Queryable, runnerId: string, offers: Offer[], limit: number): Promise<Job[]> {
  const { rows } = await tx.query(
    prepared(`select ${JOB_COLUMNS} from claim_jobs($1, $2, $3, $4, make_interval(secs => $5))`, [
      runnerId,
      offers.map((offer) => offer.tool),
      offers.map((offer) => offer.major),
      limit,
      LEASE_MS / 1000,
    ]),
  );
  return rows.map(toJob);
}
