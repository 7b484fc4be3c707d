import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';

export interface Submission {
  workspaceId: string;
  fingerprint: string;
  fingerprintVersion: number;
  jobId: string;
}

export async function readSubmission(db: Queryable, id: string): Promise<Submission | undefined> {
  const { rows } = await db.query(
    prepared('select workspace_id, fingerprint, fingerprint_version, job_id from submissions where id = $1', [id]),
  );
  const [row] = rows;
  return (
    row && {
      workspaceId: row.workspace_id,
      fingerprint: row.fingerprint,
      fingerprintVersion: row.fingerprint_version,
      jobId: row.job_id,
    }
  );
}

export async function readUsedToday(db: Queryable, workspaceId: string, day: string): Promise<number> {
  const { rows } = await db.query('select used_today from workspaces where id = $1 and day = $2', [workspaceId, day]);
  return rows[0]?.used_today ?? 0;
}

/** Who owns a hold. Answers null for nobody: from now on nobody ever will, and the hold may be voided. */
export async function giveUpHold(db: Queryable, holdId: string): Promise<string | null> {
  await db.query('insert into hold_owners (hold_id) values ($1) on conflict do nothing', [holdId]);
  const { rows } = await db.query('select job_id from hold_owners where hold_id = $1', [holdId]);
  return rows[0].job_id;
}

/** Forgets submissions whose time is over: the same key may then be used for another job. */
export async function forgetSubmissions(db: Queryable): Promise<void> {
  await db.query('delete from submissions where expires_at < now()');
}
