import type { JobResults, Rotamer } from '@rotamer/client';

/** Cache of the results that were read last. A result never changes, and may be requested only once in 5 s. */
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
