import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Share, Sharing, Visibility } from './sharing.ts';

/** A job's sharing, and who made the job. */
export interface StoredSharing extends Sharing {
  jobId: string;
  createdBy: string;
}

/** The caller's job's sharing: another workspace's does not exist. */
export async function readOwnSharing(
  db: Queryable,
  jobId: string,
  workspaceId: string,
): Promise<StoredSharing | undefined> {
  return await readSharing(
    db,
    db.query('select created_by, visibility from jobs where id = $1 and workspace_id = $2', [jobId, workspaceId]),
    jobId,
  );
}

/** The same; nobody else changes it until the transaction ends. */
export async function lockOwnSharing(
  tx: Queryable,
  jobId: string,
  workspaceId: string,
): Promise<StoredSharing | undefined> {
  const locked = tx.query('select created_by, visibility from jobs where id = $1 and workspace_id = $2 for update', [
    jobId,
    workspaceId,
  ]);
  return await readSharing(tx, locked, jobId);
}

/** Any workspace's job's sharing, for whoever follows a link. */
export async function readAnySharing(db: Queryable, jobId: string): Promise<StoredSharing | undefined> {
  return await readSharing(db, db.query('select created_by, visibility from jobs where id = $1', [jobId]), jobId);
}

async function readSharing(
  db: Queryable,
  found: Promise<{ rows: { created_by: string; visibility: Visibility }[] }>,
  jobId: string,
): Promise<StoredSharing | undefined> {
  const [job] = (await found).rows;
  return (
    job && {
      jobId,
      createdBy: job.created_by,
      visibility: job.visibility,
      shares: await readShares(db, jobId),
    }
  );
}

async function readShares(db: Queryable, jobId: string): Promise<Share[]> {
  const { rows } = await db.query('select id, email, claimed_at from job_shares where job_id = $1 order by id', [
    jobId,
  ]);
  return rows.map((row) => ({ id: row.id, email: row.email, claimedAt: row.claimed_at ?? undefined }));
}

export async function setVisibility(tx: Queryable, jobId: string, visibility: Visibility): Promise<void> {
  await tx.query('update jobs set visibility = $2 where id = $1', [jobId, visibility]);
}

/** Ends invitations, their links, and their mails that are not sent yet. */
export async function deleteShares(tx: Queryable, shareIds: string[]): Promise<void> {
  await tx.query('delete from job_shares where id = any($1)', [shareIds]);
}

/** Invites, and queues a mail for each: both or neither. */
export async function insertShares(tx: Queryable, jobId: string, shares: Share[]): Promise<void> {
  await tx.query(
    `with invited as (
       insert into job_shares (id, job_id, email)
       select id, $1, email from unnest($2::text[], $3::text[]) as new (id, email)
       returning id
     )
     insert into share_mails (share_id) select id from invited`,
    [jobId, shares.map(({ id }) => id), shares.map(({ email }) => email)],
  );
}

/** The first opening of an invitation's link; later ones change nothing. */
export async function claimShare(db: Queryable, shareId: string, now: Date): Promise<void> {
  await db.query('update job_shares set claimed_at = $2 where id = $1 and claimed_at is null', [shareId, now]);
}
