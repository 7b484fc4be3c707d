import type { Client } from './client.ts';
import type { Job, List } from './resources.ts';
import { waitFor } from './waitFor.ts';

/**
 * Returns the jobs with these ids once all have ended and are settled. Reads the list, which has no polling limit per
 * job.
 */
export async function waitForSettled(client: Client, ids: string[], timeoutMs = 60_000): Promise<Job[]> {
  return waitFor(
    `${ids.length} jobs to be settled`,
    async () => {
      const { body } = await client.get<List<Job>>('/jobs?limit=100');
      const jobs = ids.map((id) => body.data.find((job) => job.id === id));
      const settled = jobs.filter((job) => job?.billing?.finalized_at) as Job[];
      return settled.length === ids.length && settled;
    },
    { timeoutMs, everyMs: 400 },
  );
}
