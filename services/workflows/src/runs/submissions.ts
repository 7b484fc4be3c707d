import { createHash } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { keyReusedFault } from '@rotamer/kit/errors/keyReusedFault.ts';
import canonicalize from 'canonicalize';

/** How long an idempotency key is remembered. */
const KEPT = '7 days';

export interface Submission {
  id: string;
  workspaceId: string;
  fingerprint: string;
  runId: string;
  attemptId: string;
}

/** What a request has started. */
export type Started = Pick<Submission, 'runId' | 'attemptId'>;

/** SHA-256 over the RFC 8785 form of what a client chose: two requests with the same fingerprint ask for the same. */
export function fingerprintOf({ submissionId: _, ...chosen }: { submissionId: string } & object): string {
  return createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(chosen)))!)
    .digest('hex');
}

/**
 * What an earlier request with this id started; undefined: there was none.
 *
 * @throws conflict when it asked for something else.
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
 * Records what a request starts. Returns undefined when it was recorded. When another request with this id was faster, waits until that
 * request is committed, and returns what it started.
 *
 * @throws conflict when the faster one asked for something else.
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

/** @throws conflict when the request of this row asked for something else. */
// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function startedBy(row: any, { workspaceId, fingerprint }: Pick<Submission, 'workspaceId' | 'fingerprint'>): Started {
  if (row.workspace_id !== workspaceId || row.fingerprint !== fingerprint) throw keyReusedFault();
  return { runId: row.run_id, attemptId: row.attempt_id };
}

/** Forgets some ids whose time is over. Answers whether there may be more. */
export async function forgetSubmissions(db: Queryable, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from submissions where id in (select id from submissions where expires_at < now() limit $1)',
    [limit],
  );
  return rowCount === limit;
}
