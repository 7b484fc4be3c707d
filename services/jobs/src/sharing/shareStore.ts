import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Share, Sharing, Visibility } from './sharing.ts';

/** A job's sharing, and who made the job. */
export interface StoredSharing extends Sharing {
  jobId: string;
  createdBy: string;
}

const SHARING = `select j.created_by, j.visibility,
    array_agg(s.id order by s.id) filter (where s.id is not null) as ids,
    array_agg(s.email order by s.id) filter (where s.id is not null) as emails,
    array_agg(s.claimed_at order by s.id) filter (where s.id is not null) as claims
  from jobs j left join job_shares s on s.job_id = j.id`;

/** The caller's job's sharing: another workspace's does not exist. */
export async function readOwnSharing(
  db: Queryable,
  jobId: string,
  workspaceId: string,
): Promise<StoredSharing | undefined> {
  const { rows } = await db.query(`${SHARING} where j.id = $1 and j.workspace_id = $2 group by j.id`, [
    jobId,
    workspaceId,
  ]);
  return rows[0] && toSharing(jobId, rows[0]);
}

/** Any workspace's job's sharing, for whoever follows a link. */
export async function readAnySharing(db: Queryable, jobId: string): Promise<StoredSharing | undefined> {
  const { rows } = await db.query(`${SHARING} where j.id = $1 group by j.id`, [jobId]);
  return rows[0] && toSharing(jobId, rows[0]);
}

/** Nobody else changes the sharing of this job until the transaction ends. */
export async function lockSharing(tx: Queryable, jobId: string): Promise<void> {
  await tx.query('select from jobs where id = $1 for update', [jobId]);
}

interface SharingRow {
  created_by: string;
  visibility: Visibility;
  /** Of its shares, oldest first; null when there are none. */
  ids: string[] | null;
  emails: string[];
  claims: (Date | null)[];
}

function toSharing(jobId: string, { created_by, visibility, ids, emails, claims }: SharingRow): StoredSharing {
  const shares = (ids ?? []).map((id, i): Share => ({ id, email: emails[i]!, claimedAt: claims[i] ?? undefined }));
  return { jobId, createdBy: created_by, visibility, shares };
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
