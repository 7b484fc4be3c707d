import { createHash } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { keyReusedFault } from '@rotamer/kit/errors/fault.ts';
import canonicalize from 'canonicalize';

/** How long idempotency keys are stored. */
const KEPT = '7 days';

export interface Submission {
  id: string;
  workspaceId: string;
  fingerprint: string;
  runId: string;
  attemptId: string;
}

/** The run and attempt that a request started. */
export type Started = Pick<Submission, 'runId' | 'attemptId'>;

/**
 * Returns the SHA-256 over the RFC 8785 form of a request without its submission id. Requests with the same fingerprint ask for the same.
 */
export function fingerprintOf({ submissionId: _, ...chosen }: { submissionId: string } & object): string {
  return createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(chosen)))!)
    .digest('hex');
}

/**
 * Returns what an earlier request with this id started. Undefined: there was no such request.
 *
 * @throws conflict if the earlier request had another body.
 */
export async function readSubmission(
  db: Queryable,
  { id, workspaceId, fingerprint }: Pick<Submission, 'id' | 'workspaceId' | 'fingerprint'>,
): Promise<Started | undefined> {
  const { rows } = await db.query(
    'select workspace_id, fingerprint, run_id, attempt_id from submissions where id = $1',
    [id],
  );
  return rows[0] && startedBy(rows[0], { workspaceId, fingerprint });
}

/**
 * Records what a request starts. Returns undefined if it was recorded. If another request with this id was faster, waits for its commit and
 * returns what it started.
 *
 * @throws conflict if the faster request had another body.
 */
export async function recordSubmission(
  tx: Queryable,
  { id, workspaceId, fingerprint, runId, attemptId }: Submission,
): Promise<Started | undefined> {
  const { rows } = await tx.query(
    `insert into submissions as s (id, workspace_id, fingerprint, run_id, attempt_id, expires_at)
     values ($1, $2, $3, $4, $5, now() + interval '${KEPT}')
     on conflict (id) do update set expires_at = s.expires_at
     returning workspace_id, fingerprint, run_id, attempt_id`,
    [id, workspaceId, fingerprint, runId, attemptId],
  );
  const winner = startedBy(rows[0], { workspaceId, fingerprint });
  return winner.attemptId === attemptId ? undefined : winner;
}

/** @throws conflict if the request of this row had another body. */
// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function startedBy(row: any, { workspaceId, fingerprint }: Pick<Submission, 'workspaceId' | 'fingerprint'>): Started {
  if (row.workspace_id !== workspaceId || row.fingerprint !== fingerprint) throw keyReusedFault();
  return { runId: row.run_id, attemptId: row.attempt_id };
}

/** Deletes expired ids, at most `limit`. Returns whether there may be more. */
export async function purgeSubmissions(db: Queryable, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from submissions where id in (select id from submissions where expires_at < now() limit $1)',
    [limit],
  );
  return rowCount === limit;
}
