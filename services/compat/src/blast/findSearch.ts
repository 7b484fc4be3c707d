import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import type { Api } from '../api/gateway.ts';
import { findJob, hasEnded, jobIdOf, tailOf } from '../api/jobs.ts';
import type { Fields } from '../http/fields.ts';
import type { SearchStatus } from './pages.ts';

/** Returns a job's id in the form of NCBI's request ids: upper case letters and digits. */
export function ridOf(job: PublicJob): string {
  return tailOf(job.id).toUpperCase();
}

/** Returns the search with the RID of a request; undefined if there is none of this caller. */
export function findSearch(api: Api, fields: Fields): Promise<PublicJob | undefined> {
  return findJob(api, jobIdOf(fields.get('RID')?.trim() ?? ''), 'blast-search');
}

export function statusOf(job: PublicJob | undefined): SearchStatus {
  if (!job) return 'UNKNOWN';
  if (!hasEnded(job.status)) return 'WAITING';
  return job.status === 'COMPLETED' ? 'READY' : 'FAILED';
}
