import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { Visibility as ProtoVisibility } from '@rotamer/proto/jobs/v1/sharing.ts';

/** The proto's visibilities without their prefix, as the public API and the database write them. */
export type Visibility = Exclude<keyof typeof ProtoVisibility, 'UNSPECIFIED' | 'UNRECOGNIZED'>;

/** One invited person; the time of the invitation is in its id. */
export interface Share {
  id: string;
  /** Normalised. */
  email: string;
  /** When its link was first opened. */
  claimedAt?: Date;
}

/** Who may view a job besides its workspace. */
export interface Sharing {
  visibility: Visibility;
  /** Oldest first. */
  shares: Share[];
}

/** What a request asks for, in its own words. */
export interface SharingChange {
  visibility?: Visibility;
  addInvites: string[];
  removeInvites: string[];
}

/** What is to be written; nothing of it when nothing changes. */
export interface SharingDecision {
  visibility: Visibility;
  /** Normalised addresses that were not invited before. */
  added: string[];
  /** Shares that end. */
  removed: Share[];
}

/** Invitations of one job. */
export const MAX_SHARES = 1_000;

/** Characters before the @ of an address (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL_PART = 64;

/** The one form of an address: two ways to write it invite one person. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether the caller may change a job's sharing: its creator, or anyone who may change every job. */
export function mayShare({ userId, role }: Pick<Caller, 'userId' | 'role'>, createdBy: string): boolean {
  return role === 'owner' || role === 'admin' || (role === 'member' && userId === createdBy);
}

/**
 * What a change does to a job's sharing. Inviting again and removing who was not invited do nothing.
 *
 * @throws validation_error when invitations do not fit the visibility, contradict each other or are too many.
 */
export function decideSharing(sharing: Sharing, change: SharingChange): SharingDecision {
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
  if (problems.length > 0) throw validationFault(problems);
  return { visibility: change.visibility ?? sharing.visibility, added, removed };
}

/** Whether a decision leaves everything as it is. */
export function isUnchanged(sharing: Sharing, { visibility, added, removed }: SharingDecision): boolean {
  return visibility === sharing.visibility && added.length === 0 && removed.length === 0;
}

/** Who follows a link to a job. */
export interface Visitor {
  /** With the token of one of its invitations. */
  invited: boolean;
  /** With a valid API key of any workspace. */
  signedIn: boolean;
}

/** What a visitor gets: the job, a request to sign in, or nothing, as if there were no such job. */
export function answerVisitor(visibility: Visibility, { invited, signedIn }: Visitor): 'job' | 'signIn' | 'nothing' {
  switch (visibility) {
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
