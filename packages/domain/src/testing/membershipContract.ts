import type { Db } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { describe, expect, it } from 'vitest';
import type { Member, Memberships } from '../membership/memberships.ts';

/** A service with an empty table of members. */
export interface MembershipWorld {
  db: Db;
  memberships: Memberships<Member>;
  workspaceId: string;
  /** Stores a member of the workspace in a project, or in none. Returns its id. */
  put(projectId?: string): Promise<string>;
}

const idsOf = (members: Member[]) => members.map(({ id }) => id);

/** The tests that the members of every service pass: they are locked in order, moved once, and belong to one workspace. */
export function describeMemberships(what: string, start: () => Promise<MembershipWorld>): void {
  describe(`${what} of a project`, () => {
    it('are locked in the order of their ids, up to a limit, and only in their workspace', async () => {
      const { db, memberships, workspaceId, put } = await start();
      const projectId = newId('proj', new Date());
      expect(await memberships.hasSome(db, { workspaceId, projectId })).toBe(false);
      const ids = [await put(projectId), await put(projectId), await put(projectId)].sort();
      await put();
      const some = (workspace: string, limit: number) =>
        transaction(db, (tx) => memberships.lockSome(tx, { workspaceId: workspace, projectId }, limit));
      expect(await some(workspaceId, 2)).toMatchObject(ids.slice(0, 2).map((id) => ({ id, workspaceId, projectId })));
      expect(idsOf(await some(workspaceId, 9))).toEqual(ids);
      expect(await some('ws_other', 9)).toEqual([]);
      expect(await memberships.hasSome(db, { workspaceId, projectId })).toBe(true);
      expect(await memberships.hasSome(db, { workspaceId: 'ws_other', projectId })).toBe(false);
    });

    it('are moved by the operation with the highest number, in whichever order operations arrive', async () => {
      const { db, memberships, workspaceId, put } = await start();
      const [from, to] = [newId('proj', new Date()), newId('proj', new Date())];
      const id = await put(from);
      const move = (seq: number, projectId: string | undefined) =>
        transaction(db, async (tx) => {
          const rows = await memberships.lockMovable(tx, [id, 'unknown'], workspaceId, seq);
          return memberships.move(tx, rows, { projectId, deleting: false }, seq);
        });
      expect(await move(2, to)).toEqual([
        { workspaceId, projectId: from, members: -1 },
        { workspaceId, projectId: to, members: 1 },
      ]);
      expect([await move(1, from), await move(2, from)]).toEqual([[], []]);
      const others = (tx: Db) => memberships.lockMovable(tx, [id], 'ws_other', 9);
      expect(await others(db)).toEqual([]);
      await move(3, undefined);
      expect(await memberships.hasSome(db, { workspaceId, projectId: to })).toBe(false);
    });
  });
}
