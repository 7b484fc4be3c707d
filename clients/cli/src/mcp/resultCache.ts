import type { JobResults, Rotamer } from '@rotamer/client';

/** Results that were read last: each may be asked for only once in 5 s, and does not change. */
export interface ResultCache {
  read(client: Rotamer, jobId: string): Promise<JobResults>;
}

const MAX_RESULTS = 3;

export function createResultCache(): ResultCache {
  const known = new Map<string, JobResults>();
  return {
    async read(client, jobId) {
      const results = known.get(jobId) ?? (await client.jobs.results(jobId));
      known.delete(jobId);
      known.set(jobId, results);
      if (known.size > MAX_RESULTS) known.delete(known.keys().next().value!);
      return results;
    },
  };
}
