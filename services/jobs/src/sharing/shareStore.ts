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

/** How many invitation mails may be sent on one day (UTC). */
export interface MailQuota {
  perWorkspace: number;
  /** To one address, by all workspaces together. */
  perAddress: number;
}

/** What is to become of a job's sharing that was seen. */
export interface StoredChange {
  visibility: Visibility;
  removed: Share[];
  added: Share[];
}

/**
 * Changes the sharing that was seen, and queues a mail for each who is newly invited, in one statement: all or nothing.
 * `stale`: it is another one by now. `quota`: the workspace would send more mails than it may today.
 */
export async function changeSharing(
  db: Queryable,
  seen: StoredSharing,
  { visibility, removed, added }: StoredChange,
  { perWorkspace, perAddress }: MailQuota,
  now: Date,
): Promise<'changed' | 'stale' | 'quota'> {
  const idsOf = (shares: Share[]) => shares.map(({ id }) => id);
  const { rows } = await db.query('select change_sharing($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as outcome', [
    seen.jobId,
    seen.visibility,
    idsOf(seen.shares),
    visibility,
    idsOf(removed),
    idsOf(added),
    added.map(({ email }) => email),
    now.toISOString().slice(0, 10),
    perWorkspace,
    perAddress,
  ]);
  return rows[0].outcome;
}

/** The first opening of an invitation's link; later ones change nothing. */
export async function claimShare(db: Queryable, shareId: string, now: Date): Promise<void> {
  await db.query('update job_shares set claimed_at = $2 where id = $1 and claimed_at is null', [shareId, now]);
}
