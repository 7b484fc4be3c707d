import type { JobData } from '@rotamer/client';
import { openStream } from '../site/openStream.ts';

/** Most jobs in the list. */
const SHOWN = 20;

/** Follows the jobs of the workspace by one event stream. Returns how to stop. */
export function followJobs(events: string, show: (job: JobData) => void): () => void {
  const source = openStream(events);
  source.addEventListener('event', ({ data }) => {
    const { data: snapshot } = JSON.parse(data) as { data: { object: string } };
    if (snapshot.object === 'job') show(snapshot as JobData);
  });
  return () => source.close();
}

/** Returns the list with a job that changed: in its place, or first when it is new. */
export function withJob(jobs: JobData[], job: JobData): JobData[] {
  const known = jobs.some(({ id }) => id === job.id);
  const changed = known ? jobs.map((one) => (one.id === job.id ? job : one)) : [job, ...jobs];
  return changed.slice(0, SHOWN);
}
