import type { JobData, Rotamer, RunSummary } from '@rotamer/client';
import { stateGroups } from '../jobs/readFilters.ts';

/** What the home page shows. */
export interface HomeContent {
  /** Runs that are paused: for a review, or because credits or a cap do not suffice. */
  paused: RunSummary[];
  /** Jobs that have not ended, newest first. */
  active: JobData[];
  /** Jobs that have ended, newest first. */
  ended: JobData[];
}

/** Most entries of each part. */
const SHOWN = 10;

const { active, completed, failed, cancelled } = stateGroups;
const ended = [...completed.statuses, ...failed.statuses, ...cancelled.statuses];

export async function readHome(api: Rotamer): Promise<HomeContent> {
  const inStates = async (some: readonly string[]) =>
    (await api.jobs.list({ limit: SHOWN, status: some.join(',') }).page()).data;
  const [paused, running, last] = await Promise.all([
    api.runs.list({ status: 'PAUSED', limit: SHOWN }).page(),
    inStates(active.statuses),
    inStates(ended),
  ]);
  return { paused: paused.data, active: running, ended: last };
}
