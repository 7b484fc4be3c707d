import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { forgetDeliveries, recordDelivery } from './inbox.ts';

describe('the inbox', () => {
  let db: Db;
  beforeEach(async () => {
    ({ db } = await kitDatabase());
  });

  it('recognizes an event that was handled, per group', async () => {
    expect(await recordDelivery(db, 'files', 'evt_1')).toBe(true);
    expect(await recordDelivery(db, 'files', 'evt_1')).toBe(false);
    expect(await recordDelivery(db, 'workflows', 'evt_1')).toBe(true);
    expect(await recordDelivery(db, 'files', 'evt_2')).toBe(true);
  });

  it('does not record an event whose effect was rolled back', async () => {
    const failed = transaction(db, async (tx) => {
      expect(await recordDelivery(tx, 'files', 'evt_1')).toBe(true);
      throw new Error('the effect failed');
    });
    await expect(failed).rejects.toThrow('the effect failed');
    expect(await recordDelivery(db, 'files', 'evt_1')).toBe(true);
  });

  it('lets one of many concurrent deliveries do the effect, even when the first of them fails', async () => {
    let effects = 0;
    const handle = (i: number) =>
      transaction(db, async (tx) => {
        if (!(await recordDelivery(tx, 'files', 'evt_1'))) return;
        if (i === 0) throw new Error('the first fails');
        effects++;
      });
    await Promise.allSettled(Array.from({ length: 8 }, (_, i) => handle(i)));
    expect(effects).toBe(1);
  });

  it('forgets after 14 days', async () => {
    await db.query(`insert into inbox (consumer_group, event_id, received_at) values
      ('files', 'evt_old', now() - interval '14 days 1 minute'), ('files', 'evt_new', now() - interval '13 days')`);
    await forgetDeliveries(db);
    expect((await db.query('select event_id from inbox')).rows).toEqual([{ event_id: 'evt_new' }]);
  });
});
