import type { Role } from '@rotamer/api/operation/access.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { KEYS_SIGNAL } from './keyRing.ts';
import {
  changeName,
  changeRole,
  deleteMember,
  findMember,
  listMembers,
  lockMembers,
  type Member,
} from './memberStore.ts';
import { refuseChange, refuseLeaderless } from './membership.ts';
import { membershipEvent } from './membershipEvent.ts';
import { type PageOf, pageOf } from './pageOf.ts';
import { type Person, readEmails, readPeople } from './userNames.ts';

/** The membership that a call is about. */
interface Named {
  workspaceId: string;
  userId: string;
  /** The member who asks; absent for an operator, who may do everything. */
  byUserId?: string;
}

/** What operators and members do with memberships. */
export interface Members {
  /** Returns a page in the order of user ids. An unknown workspace has no members. */
  list(workspaceId: string, after: string, limit: number): Promise<PageOf<Member>>;
  /** Returns the addresses of users, also of former members. */
  emails(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns users by name and address, also former members. */
  people(userIds: readonly string[]): Promise<ReadonlyMap<string, Person>>;
  /** Returns the membership of a user; undefined when there is none. */
  find(workspaceId: string, userId: string): Promise<Member | undefined>;
  /** @throws not_found, forbidden, or conflict for the last owner */
  setRole(named: Named & { role: Role }, traceparent: string): Promise<Member>;
  /** Changes a user's own display name. */
  setName(named: Named & { name: string }): Promise<Member>;
  /**
   * Ends a membership with its keys. Jobs, files, projects and workflows of the member still belong to the workspace.
   *
   * @throws not_found, forbidden, or conflict for the last owner
   */
  remove(named: Named, traceparent: string): Promise<{ member: Member; revokedKeys: number }>;
}

export interface MembersOptions {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
}

export function createMembers({ db, signals, clock }: MembersOptions): Members {
  /** Runs a change of one membership while it and those of all managers are locked. The asking member's role is read there. */
  async function change<Result>(
    { workspaceId, userId, byUserId }: Named,
    role: Role | undefined,
    work: (tx: Parameters<typeof lockMembers>[0], member: Member) => Promise<Result>,
  ): Promise<Result> {
    const changed = await transaction(db, async (tx) => {
      const members = await lockMembers(tx, workspaceId, [userId, byUserId ?? userId]);
      const find = (id: string) => members.find((one) => one.userId === id);
      const member = find(userId);
      if (!member) throw notFound('member of this workspace');
      if (byUserId !== undefined) refuseChange(find(byUserId), member, role);
      refuseLeaderless(members, userId, role);
      return work(tx, member);
    });
    notifyMembers(signals);
    return changed;
  }

  return {
    find: (workspaceId, userId) => findMember(db, workspaceId, userId),
    emails: (userIds) => readEmails(db, userIds),
    people: (userIds) => readPeople(db, userIds),
    list: (workspaceId, after, limit) => pageOf(limit, (some) => listMembers(db, workspaceId, after, some)),
    setRole: ({ role, ...named }, traceparent) =>
      change(named, role, async (tx, member) => {
        const after = { ...member, role };
        if (member.role === role) return after;
        await changeRole(tx, named.workspaceId, named.userId, role);
        await appendOutbox(tx, [membershipEvent(after, MembershipEventType.UPDATED, clock(), traceparent)]);
        return after;
      }),
    async setName({ workspaceId, userId, name }) {
      await changeName(db, userId, name);
      const member = await findMember(db, workspaceId, userId);
      if (!member) throw notFound('member of this workspace');
      return member;
    },
    remove: (named, traceparent) =>
      change(named, undefined, async (tx, member) => {
        const revokedKeys = await deleteMember(tx, named.workspaceId, named.userId);
        await appendOutbox(tx, [membershipEvent(member, MembershipEventType.DELETED, clock(), traceparent)]);
        return { member, revokedKeys };
      }),
  };
}

/** Wakes the consumers of a changed membership: the key ring of every gateway, and the relay of its event. */
function notifyMembers(signals: Pick<Signals, 'send'>): void {
  signals.send(KEYS_SIGNAL);
  signals.send(OUTBOX_SIGNAL);
}
