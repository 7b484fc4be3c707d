import type { Queryable } from '@rotamer/kit/db/db.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';

/** A child that has ended in jobs, and whose results are not collected. */
export interface EndedRow {
  attemptId: string;
  nodeId: string;
  n: number;
  /** What the item is called that the job is about. */
  itemLabel?: string;
  revisionId: string;
  jobId: string;
  jobStatus: string;
  error?: string;
  manifest?: { key: string; sha256: string; size: number };
}

/** How long a claim is good. */
const CLAIM = '30 seconds';

/** Claims ended children, one of each workspace in turn, the first ended first. */
export async function claimEnded(db: Queryable, limit: number): Promise<EndedRow[]> {
  const { rows } = await db.query(
    `with due as (
       select attempt_id, node_id, n, row_number() over (partition by workspace_id order by try_at, node_id, n) as turn
       from (
         select attempt_id, node_id, n, workspace_id, try_at from children
         where state = 'ENDED' and try_at <= now() and ${due('collect-results', 'attempt_id')}
         order by try_at limit 2000
       ) oldest
     ), claimed as (
       select c.attempt_id, c.node_id, c.n from due d
       join children c on (c.attempt_id, c.node_id, c.n) = (d.attempt_id, d.node_id, d.n) and c.state = 'ENDED' and c.try_at <= now()
       order by d.turn limit $1 for update of c skip locked
     )
     update children c set try_at = now() + interval '${CLAIM}'
     from claimed d, attempts a
     where (c.attempt_id, c.node_id, c.n) = (d.attempt_id, d.node_id, d.n) and a.id = c.attempt_id
     returning c.attempt_id, c.node_id, c.n, a.revision_id, c.job_id, c.job_status, c.error, c.manifest,
       (select label from items where id = c.item_id) as item_label`,
    [limit],
  );
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    nodeId: row.node_id,
    n: row.n,
    itemLabel: row.item_label ?? undefined,
    revisionId: row.revision_id,
    jobId: row.job_id,
    jobStatus: row.job_status,
    error: row.error ?? undefined,
    manifest: row.manifest ?? undefined,
  }));
}
