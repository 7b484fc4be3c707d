import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';
import { dueInTurns, SAME_CHILD } from './dueChildren.ts';

/** A child that has ended in jobs, and whose results are not collected yet. */
export interface EndedRow {
  workspaceId: string;
  attemptId: string;
  nodeId: string;
  n: number;
  /** The label of the item that the job was for. */
  itemLabel?: string;
  revisionId: string;
  jobId: string;
  jobStatus: string;
  error?: string;
  manifest?: { key: string; sha256: string; size: number };
}

/** How long a claim lasts. */
const CLAIM = '30 seconds';

const DUE = `c.state = 'ENDED' and c.try_at <= now() and ${due('collect-results', 'c.attempt_id')}`;

/** Claims ended children, in round-robin order over the workspaces and earliest end first. Skips busy workspaces. */
export async function claimEnded(db: Queryable, limit: number, busy: string[]): Promise<EndedRow[]> {
  const { rows } = await db.query(
    prepared(
      `${dueInTurns(DUE, limit)}, claimed as (
         select c.attempt_id, c.node_id, c.n from due d join children c on ${SAME_CHILD} and ${DUE}
         order by d.turn, d.try_at limit $2 for update of c skip locked
       )
       update children c set try_at = now() + interval '${CLAIM}'
       from claimed d, attempts a
       where ${SAME_CHILD} and a.id = c.attempt_id
       returning c.workspace_id, c.attempt_id, c.node_id, c.n, a.revision_id, c.job_id, c.job_status, c.error, c.manifest,
         (select label from items where id = c.item_id) as item_label`,
      [busy, limit],
    ),
  );
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
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
