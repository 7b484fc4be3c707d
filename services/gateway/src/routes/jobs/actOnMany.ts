import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { JobBulkRequestBody, PublicJobBulk } from '@rotamer/api/schemas/jobBulk.ts';
import { MOST_AT_ONCE } from '@rotamer/api/schemas/jobBulk.ts';
import { presentPage, readCursor } from '@rotamer/http/params/page.ts';
import { toFault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../../deps.ts';
import { readJobFilter } from './readJobFilter.ts';

/** Jobs that are acted on at the same time. */
const AT_ONCE = 16;

/** A request ends after this time; its cursor goes on. */
const MAX_MS = 7_000;

/** Errors that every further job would get too. */
const REFUSES_ALL = [
  'insufficient_credits',
  'budget_exceeded',
  'daily_limit_exceeded',
  'concurrent_job_limit_exceeded',
  'rate_limited',
  'service_unavailable',
];

type Item = PublicJobBulk['data'][number];

interface Action {
  /** Which of the jobs that match can be acted on. */
  statuses: readonly JobStatus[];
  /** Acts on one job; returns the job that repeats it, if any. */
  act(job: Job): Promise<string | null>;
}

interface Asking {
  body: JobBulkRequestBody;
  credential: Credential;
  scope: CallScope;
}

/**
 * Acts on the jobs that match a filter, newest first, until the limit, the time of a request, or an error that would refuse
 * all others. Errors of single jobs are in the response.
 *
 * @throws validation_error for a filter that cannot be read or excludes all statuses.
 */
export async function actOnMany(
  { jobs, apiKeys }: Pick<Deps, 'jobs' | 'apiKeys'>,
  { body, credential, scope }: Asking,
  { statuses, act }: Action,
): Promise<PublicJobBulk> {
  const { limit = MOST_AT_ONCE, dry_run: isDry = false } = body;
  const filter = await readFilter(body, credential, apiKeys, statuses);
  const beforeId = readCursor((id) => isId('job', id), body.starting_after);
  const { project_id: projectId, unassigned = false } = body.filter;
  if (projectId !== undefined && unassigned)
    throw validationFault([{ path: 'filter.unassigned', message: 'cannot be combined with project_id' }]);
  const page = await jobs.list({ limit, beforeId, projectId, unassigned, filter }, scope);
  const ended: Done = isDry ? { data: page.jobs.map(matched), lastId: '' } : await actOnAll(page.jobs, act);
  const isWhole = !ended.stoppedBy && ended.data.length === page.jobs.length;
  const last = isWhole ? page.nextId : ended.lastId || beforeId;
  const { has_more, next_cursor } = presentPage([], isWhole ? page.hasMore : true, () => null, last || undefined);
  const count = (outcome: Item['outcome']) => ended.data.filter((item) => item.outcome === outcome).length;
  return {
    object: 'job_bulk',
    workspace_id: credential.workspaceId,
    dry_run: isDry,
    done: count('done'),
    skipped: count('skipped'),
    data: ended.data,
    has_more,
    next_cursor,
    stopped_by: ended.stoppedBy ?? null,
  };
}

async function readFilter(
  { filter }: JobBulkRequestBody,
  credential: Credential,
  apiKeys: Pick<Deps['apiKeys'], 'get'>,
  statuses: readonly JobStatus[],
) {
  const read = await readJobFilter({ name: undefined, ...filter }, credential, apiKeys);
  const asked = read?.statuses.length ? read.statuses : statuses;
  const possible = asked.filter((status) => statuses.includes(status));
  if (possible.length === 0)
    throw validationFault([{ path: 'filter.status', message: `must be one of ${statuses.map(nameOf).join(', ')}` }]);
  return { labels: {}, ...read, statuses: possible };
}

const nameOf = (status: JobStatus) => status.replace('JOB_STATUS_', '');

/** What was done. `lastId`: the job after which the next request goes on; empty for the beginning. */
interface Done {
  data: Item[];
  stoppedBy?: string;
  lastId: string;
}

async function actOnAll(jobs: Job[], act: Action['act']): Promise<Done> {
  const began = performance.now();
  const data: Item[] = [];
  for (let at = 0; at < jobs.length && performance.now() - began < MAX_MS; at += AT_ONCE) {
    data.push(...(await Promise.all(jobs.slice(at, at + AT_ONCE).map((job) => actOnOne(job, act)))));
    const refused = data.findIndex(refusesAll);
    if (refused >= 0) {
      const stoppedBy = data[refused]!.code!;
      return { data: data.filter((item) => !refusesAll(item)), stoppedBy, lastId: data[refused - 1]?.id ?? '' };
    }
  }
  return { data, lastId: data.at(-1)?.id ?? '' };
}

const refusesAll = ({ code }: Item): boolean => code !== null && REFUSES_ALL.includes(code);

async function actOnOne(job: Job, act: Action['act']): Promise<Item> {
  try {
    return { id: job.id, outcome: 'done', new_job_id: await act(job), code: null, message: null };
  } catch (error) {
    const { code, message } = toFault(error);
    return { id: job.id, outcome: 'skipped', new_job_id: null, code, message };
  }
}

function matched({ id }: Job): Item {
  return { id, outcome: 'matched', new_job_id: null, code: null, message: null };
}
