import { hasRole, type Role } from '@rotamer/api/operation/access.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { queueMail } from '@rotamer/kit/mail/mailTable.ts';
import { MAILS_SIGNAL } from '@rotamer/kit/mail/sendMails.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { KEYS_SIGNAL } from '../access/keyRing.ts';
import { findMember, lockMembers, type Member } from '../access/memberStore.ts';
import { membershipEvent } from '../access/membershipEvent.ts';
import { type PageOf, pageOf } from '../access/pageOf.ts';
import type { InvitationMailData } from './invitationMail.ts';
import {
  countInvitations,
  type Invitation,
  insertInvitation,
  listInvitations,
  lockInvitation,
  lockInvitations,
  readAddress,
  readInvitation,
  updateInvitation,
} from './invitationStore.ts';

/** Most invitations of a workspace in 24 hours. */
const MAX_PER_DAY = 50;

/** Most mails of one invitation. */
const MAX_SENDS = 5;

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an invitation is open after it was sent again, in days. */
const DAYS_AFTER_RESEND = 7;

/** Who acts, in which workspace. The name of the workspace stands in the mail. */
export interface Inviting {
  workspaceId: string;
  workspaceName: string;
  byUserId: string;
}

/** An open invitation, as its page shows it. */
export interface ShownInvitation extends Invitation {
  inviter: Member;
}

export interface Invitations {
  list(workspaceId: string, includeEnded: boolean, after: string, limit: number): Promise<PageOf<Invitation>>;
  /** Queues a mail. @throws forbidden, or conflict for members, open invitations and too many of them */
  invite(who: Inviting, invited: { email: string; role: Role; days: number }): Promise<Invitation>;
  resend(who: Inviting, id: string): Promise<Invitation>;
  withdraw(who: Pick<Inviting, 'workspaceId' | 'byUserId'>, id: string): Promise<Invitation>;
  /** Returns an invitation, open or not; undefined for an unknown one. */
  read(id: string): Promise<Invitation | undefined>;
  /** Returns the address of a user. */
  addressOf(userId: string): Promise<string | undefined>;
  /** Returns an open invitation and the person who invites. @throws conflict in plain words when it cannot be accepted */
  show(id: string): Promise<ShownInvitation>;
  /** Makes the person with the address a member, once. Returns the user. @throws conflict as `show` */
  accept(id: string, traceparent: string): Promise<{ userId: string; workspaceId: string }>;
}

export interface InvitationsOptions {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  /** Returns whether an address gets mails with invitations. */
  wantsMail(email: string): Promise<boolean>;
}

export function createInvitations({ db, signals, clock, wantsMail }: InvitationsOptions): Invitations {
  async function queue(tx: Queryable, one: Invitation, { workspaceName }: Inviting, inviter: Member): Promise<void> {
    const data: InvitationMailData = {
      invitationId: one.id,
      workspace: workspaceName,
      inviter: { name: inviter.name ?? '', email: inviter.email },
      role: one.role,
      expiresAt: one.expiresAt.toISOString(),
    };
    const keepSeconds = (one.expiresAt.getTime() - clock().getTime()) / 1000;
    await queueMail(tx, { id: newId('mail', clock()), template: 'invitation', to: one.email, data }, keepSeconds);
  }

  /** Locks an invitation of the workspace, for a member who may invite to its role. */
  async function lockOwn(
    tx: Queryable,
    { workspaceId, byUserId }: Pick<Inviting, 'workspaceId' | 'byUserId'>,
    id: string,
  ): Promise<{ one: Invitation; by: Member }> {
    const one = await lockInvitation(tx, id);
    if (one?.workspaceId !== workspaceId) throw notFound('invitation');
    return { one, by: await lockInviter(tx, workspaceId, byUserId, one.role) };
  }

  return {
    list: (workspaceId, includeEnded, after, limit) =>
      pageOf(limit, (some) => listInvitations(db, { workspaceId, includeEnded, now: clock() }, after, some)),

    async invite(who, { email, role, days }) {
      const now = clock();
      const isWanted = await wantsMail(email);
      const made = await transaction(db, async (tx) => {
        const { workspaceId, byUserId } = who;
        const by = await lockInviter(tx, workspaceId, byUserId, role);
        await lockInvitations(tx, workspaceId);
        if (await isMember(tx, workspaceId, email)) throw alreadyMember();
        if ((await countInvitations(tx, workspaceId, new Date(now.getTime() - DAY_MS))) >= MAX_PER_DAY) throw tooMany();
        const one = await insertInvitation(tx, {
          ...{ id: newId('inv', now), workspaceId, email, role, invitedBy: byUserId },
          ...{ createdAt: now, expiresAt: new Date(now.getTime() + days * DAY_MS) },
        });
        if (!one) throw alreadyInvited();
        // The invitation stands in the list of the workspace all the same.
        if (isWanted) await queue(tx, one, who, by);
        return one;
      });
      signals.send(MAILS_SIGNAL);
      return made;
    },

    async resend(who, id) {
      const now = clock();
      const isWanted = await wantsMail((await readInvitation(db, id))?.email ?? '');
      const sent = await transaction(db, async (tx) => {
        const { one, by } = await lockOwn(tx, who, id);
        refuseEnded(one);
        if (one.sends >= MAX_SENDS) throw sentOften();
        const expiresAt = new Date(Math.max(one.expiresAt.getTime(), now.getTime() + DAYS_AFTER_RESEND * DAY_MS));
        const again = { ...one, sentAt: now, sends: one.sends + 1, expiresAt, invitedBy: who.byUserId };
        await updateInvitation(tx, again);
        if (isWanted) await queue(tx, again, who, by);
        return again;
      });
      signals.send(MAILS_SIGNAL);
      return sent;
    },

    withdraw: (who, id) =>
      transaction(db, async (tx) => {
        const { one } = await lockOwn(tx, who, id);
        if (one.acceptedAt) throw refusal('was_accepted');
        const withdrawn = { ...one, withdrawnAt: one.withdrawnAt ?? clock() };
        await updateInvitation(tx, withdrawn);
        return withdrawn;
      }),

    read: (id) => readInvitation(db, id),
    addressOf: (userId) => readAddress(db, userId),

    async show(id) {
      const one = await readInvitation(db, id);
      if (!one) throw refusal('unknown');
      refuseOver(one, clock());
      const inviter = await findMember(db, one.workspaceId, one.invitedBy);
      if (!mayInvite(inviter, one.role)) throw refusal('inviter_left');
      return { ...one, inviter };
    },

    async accept(id, traceparent) {
      const now = clock();
      const accepted = await transaction(db, async (tx) => {
        const one = await lockInvitation(tx, id);
        if (!one) throw refusal('unknown');
        refuseOver(one, now);
        const { workspaceId, email, role } = one;
        // The inviter's right is read under the lock that every change of a role takes.
        const members = await lockMembers(tx, workspaceId, [one.invitedBy]);
        if (
          !mayInvite(
            members.find(({ userId }) => userId === one.invitedBy),
            role,
          )
        )
          throw refusal('inviter_left');
        const user = await ensureUser(tx, newId('usr', now), email);
        if (!(await addMember(tx, workspaceId, user.id, role))) throw refusal('already_member');
        await updateInvitation(tx, { ...one, acceptedAt: now });
        const membership = { workspaceId, userId: user.id, role };
        await appendOutbox(tx, [membershipEvent(membership, MembershipEventType.CREATED, now, traceparent)]);
        return { userId: user.id, workspaceId };
      });
      for (const signal of [KEYS_SIGNAL, OUTBOX_SIGNAL]) signals.send(signal);
      return accepted;
    },
  };
}

/** Returns the state of an invitation at a time. */
export function stateOf({ acceptedAt, withdrawnAt, expiresAt }: Invitation, now: Date) {
  if (acceptedAt) return 'accepted' as const;
  if (withdrawnAt) return 'withdrawn' as const;
  return expiresAt <= now ? ('expired' as const) : ('open' as const);
}

/** Returns whether a member may invite to a role: admins may, and only owners to the role owner. */
function mayInvite(member: Member | undefined, role: Role): member is Member {
  return member !== undefined && hasRole(member.role, role === 'owner' ? 'owner' : 'admin');
}

async function lockInviter(tx: Queryable, workspaceId: string, userId: string, role: Role): Promise<Member> {
  const by = (await lockMembers(tx, workspaceId, [userId])).find((member) => member.userId === userId);
  if (mayInvite(by, role)) return by;
  const required_role = role === 'owner' ? 'owner' : 'admin';
  throw new Fault('forbidden', `This invitation requires the role ${required_role} or higher.`, {
    details: { required_role },
  });
}

async function isMember(db: Queryable, workspaceId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from memberships m join users u on u.id = m.user_id where m.workspace_id = $1 and u.email = $2',
    [workspaceId, email],
  );
  return rowCount === 1;
}

/** Why an invitation cannot be accepted, in words for the invited person. */
const refusals = {
  unknown: 'This invitation does not exist.',
  was_accepted: 'This invitation was accepted before.',
  withdrawn: 'This invitation was withdrawn.',
  expired: 'This invitation has expired.',
  inviter_left: 'The person who invited you may not invite to this workspace any more.',
  already_member: 'You are a member of this workspace already.',
} as const;

function refusal(reason: keyof typeof refusals): Fault {
  return new Fault('conflict', refusals[reason], {
    resolution: isMemberNow(reason)
      ? 'Sign in to use the workspace.'
      : 'Ask an owner or admin of the workspace for another invitation.',
    details: { reason },
  });
}

/** Returns whether an invitation is not needed any more, because the person is or was a member. */
export function isMemberNow(reason: unknown): boolean {
  return reason === 'was_accepted' || reason === 'already_member';
}

function refuseEnded({ acceptedAt, withdrawnAt }: Invitation): void {
  if (acceptedAt) throw refusal('was_accepted');
  if (withdrawnAt) throw refusal('withdrawn');
}

function refuseOver(one: Invitation, now: Date): void {
  refuseEnded(one);
  if (one.expiresAt <= now) throw refusal('expired');
}

function alreadyMember(): Fault {
  return new Fault('conflict', 'The person with this address is a member of the workspace.', {
    resolution: 'Change the role of the member instead.',
  });
}

function alreadyInvited(): Fault {
  return new Fault('conflict', 'An invitation for this address is open.', {
    resolution: 'Send it again, or withdraw it first.',
  });
}

function tooMany(): Fault {
  return new Fault('conflict', `The workspace has sent ${MAX_PER_DAY} invitations in 24 hours, the most allowed.`, {
    resolution: 'Invite more people tomorrow.',
  });
}

function sentOften(): Fault {
  return new Fault('conflict', `The mail of this invitation was sent ${MAX_SENDS} times, the most allowed.`, {
    resolution: 'Ask the person to look for the mail, or withdraw the invitation.',
  });
}
