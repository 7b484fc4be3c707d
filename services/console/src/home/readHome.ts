import { isTerminal, type JobData, type Rotamer } from '@rotamer/client';

/** What the home page shows. */
export interface HomeContent {
  /** Jobs that have not ended, newest first. */
  active: JobData[];
  /** Jobs that have ended, newest first. */
  ended: JobData[];
}

/** Most ended jobs on the page. */
const SHOWN = 10;

export async function readHome(api: Rotamer): Promise<HomeContent> {
  const { data } = await api.jobs.list({ limit: 50 }).page();
  return {
    active: data.filter(({ status }) => !isTerminal(status)),
    ended: data.filter(({ status }) => isTerminal(status)).slice(0, SHOWN),
  };
}
