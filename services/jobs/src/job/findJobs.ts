import { hasMembers } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { lowestIdAt } from '@rotamer/kit/ids.ts';
import type { ShownJob, Status } from './job.ts';
import { SHOWN_COLUMNS, toShownJob } from './jobRow.ts';

/** Which jobs of a workspace are looked for; an absent field does not matter. */
export interface JobSearch {
  workspaceId: string;
  projectId?: string;
  unassigned?: boolean;
  statuses?: Status[];
  tool?: string;
  /** Part of the name, in any case. */
  namePart?: string;
  createdBy?: string;
  keyId?: string;
  runId?: string;
  /** From this time on, and before this time. */
  createdAfter?: Date;
  createdBefore?: Date;
  labels?: Readonly<Record<string, string>>;
}

export interface JobPage {
  jobs: ShownJob[];
  /** The next page is before this id; undefined: there are no more. */
  nextId?: string;
}

/** Most jobs that one page looks at. A page of rare jobs is shorter than its limit, and its cursor goes on. */
export const MOST_SCANNED = 5_000;

const UNSUCCESSFUL: readonly Status[] = ['FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED'];
const ACTIVE: readonly Status[] = ['PENDING', 'QUEUED', 'PROCESSING', 'RETRY'];

/**
 * Returns a page of the jobs that match, newest first. One index gives the jobs to look at, the newest first; the other
 * conditions are checked on at most MOST_SCANNED of them. So a page costs the same however many jobs there are.
 */
export async function findJobs(
  db: Queryable,
  search: JobSearch,
  { beforeId, limit }: { beforeId?: string; limit: number },
): Promise<JobPage> {
  const values: unknown[] = [search.workspaceId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const { first, then } = conditionsOf(search, place);
  if (beforeId) first.push(`id collate "C" < ${place(beforeId)}`);
  const where = first.join(' and ');
  const scanned = `from jobs where ${where} order by id collate "C" desc`;
  // The last job that was looked at, in the same snapshot: where a short page goes on.
  const { rows } = await db.query({
    text: `select scan.last_id, page.*
      from (select (select id ${scanned} offset ${MOST_SCANNED - 1} limit 1) as last_id) scan
      left join (
        select ${SHOWN_COLUMNS} from (select ${SHOWN_COLUMNS} ${scanned} limit ${MOST_SCANNED}) newest
        where ${then.join(' and ') || 'true'} order by id collate "C" desc limit ${place(limit + 1)}
      ) page on true
      order by page.id collate "C" desc`,
    values,
  });
  const found = rows.filter(({ id }) => id !== null);
  const jobs = found.slice(0, limit).map(toShownJob);
  if (found.length > limit) return { jobs, nextId: jobs.at(-1)!.id };
  return { jobs, nextId: rows[0]?.last_id ?? undefined };
}

/** Returns the conditions that choose an index, and those that are checked on what the index gives. */
function conditionsOf(search: JobSearch, place: (value: unknown) => string): { first: string[]; then: string[] } {
  const first = ['workspace_id = $1', ...timesOf(search, place)];
  const then: string[] = [];
  let isChosen = false;
  const choose = (condition: string) => {
    (isChosen ? then : first).push(condition);
    isChosen = true;
  };
  const { runId, projectId, statuses, tool, createdBy, keyId, namePart, labels } = search;
  if (runId !== undefined) choose(`run_id = ${place(runId)}`);
  if (projectId !== undefined) {
    const project = place(projectId);
    choose(`project_id = ${project} and ${hasMembers('$1', project)}`);
  }
  if (statuses?.every((one) => UNSUCCESSFUL.includes(one))) choose(`status in (${quoted(UNSUCCESSFUL)})`);
  if (statuses?.every((one) => ACTIVE.includes(one))) choose('completed_at is null');
  if (labels) choose('labels is not null');
  if (tool !== undefined) choose(`tool = ${place(tool)}`);
  if (createdBy !== undefined) choose(`created_by = ${place(createdBy)}`);
  if (search.unassigned) choose('project_id is null');
  if (statuses) then.push(`status = any(${place(statuses)})`);
  if (keyId !== undefined) then.push(`key_id = ${place(keyId)}`);
  if (labels) then.push(`labels @> ${place(JSON.stringify(labels))}::jsonb`);
  if (namePart !== undefined) then.push(`strpos(lower(name), lower(${place(namePart)})) > 0`);
  return { first, then };
}

/** Ids begin with the time of creation, so a range in time is a range of ids. */
function timesOf({ createdAfter, createdBefore }: JobSearch, place: (value: unknown) => string): string[] {
  return [
    ...(createdAfter ? [`id collate "C" >= ${place(lowestIdAt('job', createdAfter))}`] : []),
    ...(createdBefore ? [`id collate "C" < ${place(lowestIdAt('job', createdBefore))}`] : []),
  ];
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
