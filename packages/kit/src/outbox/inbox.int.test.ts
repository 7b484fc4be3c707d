import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { purgeDeliveries, recordDeliveries } from './inbox.ts';

describe('the inbox', () => {
  let db: Db;
  beforeEach(async () => {
    ({ db } = await kitDatabase());
  });

  it('recognizes a handled event, per group', async () => {
    expect(await recordDeliveries(db, 'files', ['evt_1', 'evt_2', 'evt_1'])).toEqual(new Set(['evt_1', 'evt_2']));
    expect(await recordDeliveries(db, 'files', ['evt_3', 'evt_1'])).toEqual(new Set(['evt_3']));
    expect(await recordDeliveries(db, 'files', ['evt_3'])).toEqual(new Set());
    expect(await recordDeliveries(db, 'workflows', ['evt_1'])).toEqual(new Set(['evt_1']));
  });

  it('does not record an event whose effect was rolled back', async () => {
    const failed = transaction(db, async (tx) => {
      expect(await recordDeliveries(tx, 'files', ['evt_1'])).toEqual(new Set(['evt_1']));
      throw new Error('the effect failed');
    });
    await expect(failed).rejects.toThrow('the effect failed');
    expect(await recordDeliveries(db, 'files', ['evt_1'])).toEqual(new Set(['evt_1']));
  });

  it('lets one of many concurrent deliveries apply the effect, also when the first of them fails', async () => {
    let effects = 0;
    const handle = (i: number) =>
      transaction(db, async (tx) => {
        if ((await recordDeliveries(tx, 'files', ['evt_1'])).size === 0) return;
        if (i === 0) throw new Error('the first fails');
        effects++;
      });
    await Promise.allSettled(Array.from({ length: 8 }, (_, i) => handle(i)));
    expect(effects).toBe(1);
  });

  it('gives each event to one of many concurrent deliveries, in any order of their event ids', async () => {
    const groups = Array.from({ length: 8 }, (_, n) => (n % 2 ? ['evt_1', 'evt_2'] : ['evt_2', 'evt_1']));
    const handled = await Promise.all(groups.map((ids) => transaction(db, (tx) => recordDeliveries(tx, 'files', ids))));
    expect(handled.flatMap((ids) => [...ids]).toSorted()).toEqual(['evt_1', 'evt_2']);
  });

  it('deletes entries after 14 days', async () => {
    await db.query(`insert into inbox (consumer_group, event_id, received_at) values
      ('files', 'evt_old', now() - interval '14 days 1 minute'), ('files', 'evt_new', now() - interval '13 days')`);
    await purgeDeliveries(db);
    expect((await db.query('select event_id from inbox')).rows).toEqual([{ event_id: 'evt_new' }]);
  });
});
