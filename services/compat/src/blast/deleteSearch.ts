import { hasEnded } from '../api/jobs.ts';
import type { Command } from './command.ts';
import { findSearch } from './findSearch.ts';
import { statusPage } from './pages.ts';

/** `CMD=Delete`: ends a search that has not ended. Rotamer keeps the job, so its RID stays readable. */
export const deleteSearch: Command = async ({ fields, api }) => {
  const job = await findSearch(api, fields);
  if (job && !hasEnded(job.status)) await api.stop(job.id);
  return statusPage(job ? 'FAILED' : 'UNKNOWN');
};
