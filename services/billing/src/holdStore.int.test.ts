import { randomUUID } from 'node:crypto';
import type { Db } from '@rotamer/kit/db/db.ts';
import { describe, expect, it } from 'vitest';
import { markClaimed, placeHolds, raiseHold, type StandingHold, settleHoldsOf } from './holdStore.ts';
import { compareWithJournal } from './ledgerCheck.ts';
import { billingDatabase } from './testing/startBilling.ts';
import { grantOnce } from './transferStore.ts';
import { insertWorkspace } from './workspaceStore.ts';

async function openWorkspace(millicredits: number) {
  const { db } = await billingDatabase();
  await insertWorkspace(db, { id: 'ws_1', name: 'Lab', plan: 'PRO' });
  await grantOnce(db, 'ws_1', 'g', millicredits);
  // Every connection is open before the race starts; else the first one would run it alone.
  const connections = await Promise.all(Array.from({ length: 10 }, () => db.connect()));
  for (const connection of connections) connection.release();
  return db;
}

const newHolds = (count: number) => Array.from({ length: count }, () => ({ id: randomUUID(), millicredits: 1_000 }));

const inAnyOrder = <Item>(items: Item[]) => items.toSorted(() => Math.random() - 0.5);

/** Replicas share nothing but the database: each connection of the pool stands for one. */
describe('when replicas work at the same time', () => {
  it('exactly as many holds are placed as the credits cover', async () => {
    const db = await openWorkspace(37 * 1_000 + 999);
    const batches = Array.from({ length: 20 }, () => placeHolds(db, 'ws_1', newHolds(20)));
    const verdicts = (await Promise.all(batches)).flat();

    expect(verdicts.filter((verdict) => verdict?.outcome === 'held')).toHaveLength(37);
    expect(verdicts.filter((verdict) => verdict?.outcome === 'insufficient')).toHaveLength(363);
    expect(await compareWithJournal(db)).toMatchObject({ openHolds: 37, differences: [] });
  });

  it('each hold is resolved once, and no call waits for another in a circle', async () => {
    const db = await openWorkspace(10_000_000);
    for (let round = 0; round < 15; round++) {
      const holds = newHolds(40);
      await placeHolds(db, 'ws_1', holds);
      const ids = holds.map((hold) => hold.id);
      const answers = await settleAllAtOnce(db, ids);

      for (const id of ids) {
        const own = answers.filter((answer) => answer.id === id);
        expect(own.filter((answer) => answer.settled)).toHaveLength(1);
        expect(new Set(own.map(({ state, charged }) => `${state} ${charged}`)).size).toBe(1);
      }
    }
    expect(await compareWithJournal(db)).toMatchObject({ openHolds: 0, differences: [] });
  });
});

/** Ten calls that each settle some of the holds for another amount while others claim and extend; one settles the rest. */
async function settleAllAtOnce(db: Db, ids: string[]): Promise<StandingHold[]> {
  const settle = (some: string[], chargeMillicredits: number) =>
    settleHoldsOf(
      db,
      'ws_1',
      some.map((holdId) => ({ holdId, chargeMillicredits })),
    );
  const calls = Array.from({ length: 10 }, async (_, i) => {
    if (i % 2 === 0) await markClaimed(db, inAnyOrder(ids));
    if (i % 3 === 0) await raiseHold(db, ids[i]!, 1_000 + i);
    return settle(inAnyOrder(ids).slice(0, 30), i * 100);
  });
  const answers = await Promise.all(calls);
  return [...answers.flat(), ...(await settle(ids, 0))];
}
