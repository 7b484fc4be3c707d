import type { JobData, Rotamer } from '@rotamer/client';
import { eventsFromNow } from '../events/eventsFromNow.ts';
import { stateGroups } from '../jobs/readFilters.ts';
import { readWaits, type Waits } from './readWaits.ts';

/** What the home page shows. */
export interface HomeContent {
  waits: Waits;
  /** Jobs that have not ended, newest first. */
  active: JobData[];
  /** Jobs that have ended, newest first. */
  ended: JobData[];
  /** The address of the events after this, relative to the workspace. */
  events: string;
}

/** Most entries of each part. */
const SHOWN = 10;

const { active, completed, failed, cancelled } = stateGroups;
const ended = [...completed.statuses, ...failed.statuses, ...cancelled.statuses];

export async function readHome(api: Rotamer): Promise<HomeContent> {
  const inStates = async (some: readonly string[]) =>
    (await api.jobs.list({ limit: SHOWN, status: some.join(',') }).page()).data;
  const events = await eventsFromNow(api);
  const [waits, running, last] = await Promise.all([readWaits(api), inStates(active.statuses), inStates(ended)]);
  return { waits, active: running, ended: last, events };
}
