import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { kitDatabase } from '../testing/kitDatabase.ts';
import { firstHearing, forgetHearings } from './inbox.ts';

describe('the inbox', () => {
  let db: Db;
  beforeEach(async () => {
    ({ db } = await kitDatabase());
  });

  it('knows an event after it was heard, per group', async () => {
    expect(await firstHearing(db, 'files', 'evt_1')).toBe(true);
    expect(await firstHearing(db, 'files', 'evt_1')).toBe(false);
    expect(await firstHearing(db, 'workflows', 'evt_1')).toBe(true);
    expect(await firstHearing(db, 'files', 'evt_2')).toBe(true);
  });

  it('has not heard an event whose effect was rolled back', async () => {
    const failed = transaction(db, async (tx) => {
      expect(await firstHearing(tx, 'files', 'evt_1')).toBe(true);
      throw new Error('the effect failed');
    });
    await expect(failed).rejects.toThrow('the effect failed');
    expect(await firstHearing(db, 'files', 'evt_1')).toBe(true);
  });

  it('lets one of many that hear it at once do the effect, even when the first of them fails', async () => {
    let effects = 0;
    const hear = (i: number) =>
      transaction(db, async (tx) => {
        if (!(await firstHearing(tx, 'files', 'evt_1'))) return;
        if (i === 0) throw new Error('the first fails');
        effects++;
      });
    await Promise.allSettled(Array.from({ length: 8 }, (_, i) => hear(i)));
    expect(effects).toBe(1);
  });

  it('forgets after 14 days', async () => {
    await db.query(`insert into inbox (consumer_group, event_id, heard_at) values
      ('files', 'evt_old', now() - interval '14 days 1 minute'), ('files', 'evt_new', now() - interval '13 days')`);
    await forgetHearings(db);
    expect((await db.query('select event_id from inbox')).rows).toEqual([{ event_id: 'evt_new' }]);
  });
});
