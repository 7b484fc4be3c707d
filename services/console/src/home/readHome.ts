import { isTerminal, type JobData, type Rotamer, ValidationError } from '@rotamer/client';
import { stateGroups } from '../jobs/readFilters.ts';
import { listRuns, type RunSummary } from '../runs/listRuns.ts';

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
const statuses = [...completed.statuses, ...failed.statuses, ...cancelled.statuses];

export async function readHome(api: Rotamer): Promise<HomeContent> {
  const [paused, jobs] = await Promise.all([listRuns(api, { status: 'PAUSED', limit: SHOWN }), readJobs(api)]);
  return { paused: paused.data, ...jobs };
}

async function readJobs(api: Rotamer): Promise<Pick<HomeContent, 'active' | 'ended'>> {
  const inStates = async (some: readonly string[]) =>
    (await api.jobs.list({ limit: SHOWN, ...{ status: some.join(',') } }).page()).data;
  try {
    const [running, last] = await Promise.all([inStates(active.statuses), inStates(statuses)]);
    return { active: running, ended: last };
  } catch (error) {
    // A gateway of the last release cannot filter.
    if (!(error instanceof ValidationError)) throw error;
    const { data } = await api.jobs.list({ limit: 50 }).page();
    return {
      active: data.filter(({ status }) => !isTerminal(status)),
      ended: data.filter(({ status }) => isTerminal(status)).slice(0, SHOWN),
    };
  }
}
