import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { type Person, readPerson, readWorkspaces, type WorkspaceRole } from './accessStore.ts';
import { refuseApproved } from './approvedDevices.ts';
import { KEYS_SIGNAL } from './keyRing.ts';
import { type PageOf, pageOf } from './pageOf.ts';
import {
  createSession,
  endSessions,
  listSessions,
  type NewSession,
  readSession,
  type Session,
  type SessionFilter,
  switchWorkspace,
} from './sessionStore.ts';

/** People, their workspaces and their sessions, as routes and pages need them. */
export interface PersonSessions {
  person(userId: string): Promise<Person>;
  /** Returns a page of the workspaces of a person, in the order of their ids. */
  workspaces(userId: string, afterId: string, limit: number): Promise<PageOf<WorkspaceRole>>;
  /** Signs a person in. @throws forbidden when the person is not a member of the workspace, or of any */
  create(session: Omit<NewSession, 'now'>): Promise<{ token: string; session: Session }>;
  /** Returns a live session; undefined for any other id. */
  get(id: string): Promise<Session | undefined>;
  list(filter: SessionFilter & { beforeId: string; limit: number }): Promise<{ sessions: Session[]; hasMore: boolean }>;
  /**
   * Ends live sessions on every gateway, with their streams. Without an id, devices that were approved and have not collected their
   * session get none. Returns the number of ended sessions.
   */
  end(filter: SessionFilter & { id?: string; exceptId?: string }): Promise<number>;
  /** Returns undefined when the person is not a member of the workspace. */
  switchWorkspace(id: string, workspaceId: string): Promise<Session | undefined>;
}

export function createPersonSessions({
  db,
  signals,
  clock,
}: {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
}): PersonSessions {
  return {
    person: (userId) => readPerson(db, userId),
    workspaces: (userId, after, limit) => pageOf(limit, (some) => readWorkspaces(db, userId, after, some)),
    create: (session) => createSession(db, { ...session, now: clock() }),
    get: (id) => readSession(db, id, clock()),
    list: (filter) => listSessions(db, { ...filter, now: clock() }),
    async end(filter) {
      // First the devices: a session that is collected meanwhile is there to be ended.
      if (filter.id === undefined) await refuseApproved(db, filter);
      const ended = await endSessions(db, { ...filter, now: clock() });
      if (ended > 0) signals.send(KEYS_SIGNAL);
      return ended;
    },
    async switchWorkspace(id, workspaceId) {
      const session = await switchWorkspace(db, id, workspaceId);
      if (session) signals.send(KEYS_SIGNAL);
      return session;
    },
  };
}
