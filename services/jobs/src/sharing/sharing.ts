import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { Visibility as ProtoVisibility } from '@rotamer/proto/jobs/v1/sharing.ts';

/** The proto's visibilities without their prefix, as the public API and the database write them. */
export type Visibility = Exclude<keyof typeof ProtoVisibility, 'UNSPECIFIED' | 'UNRECOGNIZED'>;

/** One invited person. The id of the share contains the time of the invitation. */
export interface Share {
  id: string;
  /** Normalised. */
  email: string;
  /** When its link was first opened. */
  claimedAt?: Date;
}

/** Who may view a job, in addition to its workspace. */
export interface Sharing {
  visibility: Visibility;
  /** From then on the job is shared with nobody. Absent: no end. */
  expiresAt?: Date;
  /** Oldest first. */
  shares: Share[];
}

/** The requested change, with addresses as the client wrote them. */
export interface SharingChange {
  visibility?: Visibility;
  /** Null: no end. Absent: unchanged. */
  expiresAt?: Date | null;
  addInvites: string[];
  removeInvites: string[];
}

/** The change to write; nothing is written if it is empty. */
export interface SharingDecision {
  visibility: Visibility;
  /** Absent: no end. */
  expiresAt?: Date;
  /** Normalised addresses that were not invited before. */
  added: string[];
  /** Shares that end. */
  removed: Share[];
}

/** Most invitations of one job. */
export const MAX_SHARES = 1_000;

/** Most characters before the @ of an address (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL_PART = 64;

/** Returns the normal form of an address, so that two spellings of an address invite one person. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns whether the caller may change a job's sharing: admins and owners may, and its creator who is a member. */
export function mayShare({ userId, role }: Pick<Caller, 'userId' | 'role'>, createdBy: string): boolean {
  return role === 'owner' || role === 'admin' || (role === 'member' && userId === createdBy);
}

/**
 * Decides the effect of a change on a job's sharing. Inviting a person again, or removing a person who was not invited,
 * does nothing. A job that becomes private loses its end, so that it can be shared again.
 *
 * @throws validation_error when invitations do not fit the visibility, contradict each other or are too many, and when
 *   the end is past.
 */
export function decideSharing(sharing: Sharing, change: SharingChange, now: Date): SharingDecision {
  const adding = new Set(change.addInvites.map(normaliseEmail));
  const removing = new Set(change.removeInvites.map(normaliseEmail));
  const known = new Set(sharing.shares.map(({ email }) => email));
  const added = [...adding].filter((email) => !known.has(email));
  const removed = sharing.shares.filter(({ email }) => removing.has(email));

  const problems: Problem[] = change.removeInvites.flatMap((email, i) =>
    adding.has(normaliseEmail(email)) ? { path: `remove_invites[${i}]`, message: 'is also in add_invites' } : [],
  );
  for (const [i, email] of change.addInvites.entries()) {
    if (normaliseEmail(email).indexOf('@') <= MAX_LOCAL_PART) continue;
    problems.push({ path: `add_invites[${i}]`, message: `has more than ${MAX_LOCAL_PART} characters before the @` });
  }
  const invites = sharing.visibility === 'INVITED' || change.visibility === 'INVITED';
  if (added.length > 0 && !invites) {
    problems.push({
      path: 'add_invites',
      message: 'requires visibility INVITED; set it in the same request',
    });
  }
  if (sharing.shares.length - removed.length + added.length > MAX_SHARES) {
    problems.push({ path: 'add_invites', message: `would exceed ${MAX_SHARES} invitations for this job` });
  }
  const visibility = change.visibility ?? sharing.visibility;
  const expiresAt = endAfter(sharing, change, visibility);
  const sharesMore = added.length > 0 || visibility !== sharing.visibility;
  problems.push(...endProblems(sharing, { expiresAt, sharesMore }, now));
  if (problems.length > 0) throw validationFault(problems);
  return { visibility, expiresAt, added, removed };
}

/** Returns the end of a job's sharing after a change. */
function endAfter({ expiresAt }: Sharing, change: SharingChange, visibility: Visibility): Date | undefined {
  if (change.expiresAt !== undefined) return change.expiresAt ?? undefined;
  return visibility === 'PRIVATE' ? undefined : expiresAt;
}

/** A past end is refused when it is new, and when the change would share the job with nobody in spite of what it asks. */
function endProblems(sharing: Sharing, after: { expiresAt?: Date; sharesMore: boolean }, now: Date): Problem[] {
  const { expiresAt, sharesMore } = after;
  if (!hasExpired({ expiresAt }, now)) return [];
  if (expiresAt!.getTime() !== sharing.expiresAt?.getTime()) return [{ path: 'expires_at', message: 'is in the past' }];
  if (!sharesMore) return [];
  const message = `sharing ended at ${expiresAt!.toISOString()}; set a later end, or null for none, in the same request`;
  return [{ path: 'expires_at', message }];
}

/** Returns whether a job's sharing has ended. */
export function hasExpired({ expiresAt }: Pick<Sharing, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** Returns whether a decision changes nothing. */
export function isUnchanged(sharing: Sharing, { visibility, expiresAt, added, removed }: SharingDecision): boolean {
  const keepsEnd = expiresAt?.getTime() === sharing.expiresAt?.getTime();
  return visibility === sharing.visibility && keepsEnd && added.length === 0 && removed.length === 0;
}

/** A visitor who follows a link to a job. */
export interface Visitor {
  /** Has the token of one of the job's invitations. */
  invited: boolean;
  /** Has a valid API key of any workspace. */
  signedIn: boolean;
}

/** Returns what a visitor gets: the job, a request to sign in, or the same response as for an unknown job. */
export function answerVisitor(
  sharing: Pick<Sharing, 'visibility' | 'expiresAt'>,
  { invited, signedIn }: Visitor,
  now: Date,
): 'job' | 'signIn' | 'nothing' {
  if (hasExpired(sharing, now)) return 'nothing';
  switch (sharing.visibility) {
    case 'PUBLIC':
      return 'job';
    case 'AUTHENTICATED':
      return signedIn ? 'job' : 'signIn';
    case 'INVITED':
      return invited ? 'job' : 'nothing';
    case 'PRIVATE':
      return 'nothing';
  }
}
