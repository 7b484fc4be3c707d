import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Share, Sharing, Visibility } from './sharing.ts';

/** A job's sharing, and the user who created the job. */
export interface StoredSharing extends Sharing {
  jobId: string;
  createdBy: string;
}

const SHARING = `select j.created_by, j.visibility, j.share_expires_at,
    array_agg(s.id order by s.id) filter (where s.id is not null) as ids,
    array_agg(s.email order by s.id) filter (where s.id is not null) as emails,
    array_agg(s.claimed_at order by s.id) filter (where s.id is not null) as claims
  from jobs j left join job_shares s on s.job_id = j.id`;

/** Returns the sharing of a job in the workspace; undefined for jobs of other workspaces. */
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

/** Returns the sharing of a job in any workspace, for a visitor who follows a link. */
export async function readAnySharing(db: Queryable, jobId: string): Promise<StoredSharing | undefined> {
  const { rows } = await db.query(`${SHARING} where j.id = $1 group by j.id`, [jobId]);
  return rows[0] && toSharing(jobId, rows[0]);
}

interface SharingRow {
  created_by: string;
  visibility: Visibility;
  share_expires_at: Date | null;
  /** Ids of the job's shares, oldest first; null when there are none. */
  ids: string[] | null;
  emails: string[];
  claims: (Date | null)[];
}

function toSharing(jobId: string, row: SharingRow): StoredSharing {
  const { created_by, visibility, share_expires_at, ids, emails, claims } = row;
  const shares = (ids ?? []).map((id, i): Share => ({ id, email: emails[i]!, claimedAt: claims[i] ?? undefined }));
  return { jobId, createdBy: created_by, visibility, expiresAt: share_expires_at ?? undefined, shares };
}

/** How many invitation mails may be sent on one day (UTC). */
export interface MailQuota {
  perWorkspace: number;
  /** Mails to one address, from all workspaces together. */
  perAddress: number;
}

/** The change to write to a job's sharing. */
export interface StoredChange {
  visibility: Visibility;
  /** Absent: no end. */
  expiresAt?: Date;
  removed: Share[];
  added: Share[];
}

/**
 * Changes a job's sharing and queues a mail for each newly invited person, all in one statement. Returns `stale` when
 * the sharing has changed since it was read, and `quota` when the workspace would exceed its mails of the day.
 */
export async function changeSharing(
  db: Queryable,
  seen: StoredSharing,
  { visibility, expiresAt, removed, added }: StoredChange,
  { perWorkspace, perAddress }: MailQuota,
  now: Date,
): Promise<'changed' | 'stale' | 'quota'> {
  const idsOf = (shares: Share[]) => shares.map(({ id }) => id);
  const given = Array.from({ length: 12 }, (_, i) => `$${i + 1}`).join();
  const { rows } = await db.query(`select set_sharing(${given}) as outcome`, [
    seen.jobId,
    seen.visibility,
    idsOf(seen.shares),
    seen.expiresAt,
    visibility,
    expiresAt,
    idsOf(removed),
    idsOf(added),
    added.map(({ email }) => email),
    now.toISOString().slice(0, 10),
    perWorkspace,
    perAddress,
  ]);
  return rows[0].outcome;
}

/** Records the first opening of an invitation's link; later openings change nothing. */
export async function claimShare(db: Queryable, shareId: string, now: Date): Promise<void> {
  await db.query('update job_shares set claimed_at = $2 where id = $1 and claimed_at is null', [shareId, now]);
}
