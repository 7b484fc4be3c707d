import { randomUUID } from 'node:crypto';
import type { Db } from '@rotamer/kit/db/db.ts';
import { describe, expect, it } from 'vitest';
import { markClaimed, placeHolds, raiseHold, type StandingHold, settleHolds } from './holdStore.ts';
import { compareWithJournal } from './ledgerCheck.ts';
import { billingDatabase } from './testing/startBilling.ts';
import { grantOnce } from './transferStore.ts';
import { insertWorkspace } from './workspaceStore.ts';

const DAY = '2026-01-31';

async function openWorkspace(millicredits: number) {
  const { db } = await billingDatabase();
  await insertWorkspace(db, { id: 'ws_1', name: 'Lab', plan: 'PRO' });
  await grantOnce(db, 'ws_1', 'g', millicredits);
  // Opens every connection before the race starts. Otherwise one connection would run first, without competition.
  const connections = await Promise.all(Array.from({ length: 10 }, () => db.connect()));
  for (const connection of connections) connection.release();
  return db;
}

async function openOthers(db: Db, ids: string[]) {
  for (const id of ids) {
    await insertWorkspace(db, { id, name: 'Lab', plan: 'PRO' });
    await grantOnce(db, id, 'g', 1_000_000);
  }
}

const newHolds = (count: number, workspaceId = 'ws_1') =>
  Array.from({ length: count }, () => ({ holdId: randomUUID(), workspaceId, millicredits: 1_000 }));

const inAnyOrder = <Item>(items: Item[]) => items.toSorted(() => Math.random() - 0.5);

/** Replicas share only the database, so each connection of the pool stands for a replica. */
describe('concurrent replicas', () => {
  it('place exactly as many holds as the credits cover', async () => {
    const db = await openWorkspace(37 * 1_000 + 999);
    const batches = Array.from({ length: 20 }, () => placeHolds(db, newHolds(20), DAY));
    const verdicts = (await Promise.all(batches)).flat();

    expect(verdicts.filter((verdict) => verdict?.outcome === 'held')).toHaveLength(37);
    expect(verdicts.filter((verdict) => verdict?.outcome === 'insufficient')).toHaveLength(363);
    expect(await compareWithJournal(db)).toMatchObject({ openHolds: 37, differences: [] });
  });

  it('do not deadlock on batches that share workspaces', async () => {
    const db = await openWorkspace(1_000_000);
    const others = Array.from({ length: 9 }, (_, i) => `ws_${i + 2}`);
    await openOthers(db, others);
    const batch = () => inAnyOrder(['ws_1', ...others].flatMap((id) => newHolds(3, id)));
    const batches = Array.from({ length: 30 }, batch);
    const verdicts = await Promise.all(batches.map((holds) => placeHolds(db, holds, DAY)));

    expect(verdicts.flat().every(({ outcome }) => outcome === 'held')).toBe(true);
    expect(await compareWithJournal(db)).toMatchObject({ openHolds: 900, differences: [] });
  });

  it('resolve each hold once, without deadlocks', async () => {
    const db = await openWorkspace(10_000_000);
    await openOthers(db, ['ws_2', 'ws_3']);
    for (let round = 0; round < 15; round++) {
      const holds = inAnyOrder(['ws_1', 'ws_2', 'ws_3'].flatMap((id) => newHolds(14, id)));
      await placeHolds(db, holds, DAY);
      const ids = holds.map((hold) => hold.holdId);
      const answers = await settleAllAtOnce(db, ids);

      for (const id of ids) {
        const own = answers.filter((answer) => answer.id === id);
        expect(own.filter((answer) => answer.settled)).toHaveLength(1);
        expect(new Set(own.map(({ state, chargedMillicredits }) => `${state} ${chargedMillicredits}`)).size).toBe(1);
      }
    }
    expect(await compareWithJournal(db)).toMatchObject({ openHolds: 0, differences: [] });
  });
});

/**
 * Makes ten concurrent calls that settle some of the holds for different amounts while others claim and extend. A last
 * call settles the rest.
 */
async function settleAllAtOnce(db: Db, ids: string[]): Promise<StandingHold[]> {
  const settle = async (some: string[], chargeMillicredits: number) => {
    const settlements = some.map((holdId) => ({ holdId, chargeMillicredits }));
    return (await settleHolds(db, settlements)).map((hold) => hold!);
  };
  const calls = Array.from({ length: 10 }, async (_, i) => {
    if (i % 2 === 0) await markClaimed(db, inAnyOrder(ids));
    if (i % 3 === 0) await raiseHold(db, ids[i]!, 1_000 + i);
    return settle(inAnyOrder(ids).slice(0, 30), i * 100);
  });
  const answers = await Promise.all(calls);
  return [...answers.flat(), ...(await settle(ids, 0))];
}
