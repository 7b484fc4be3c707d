import { derivedUuid } from '@rotamer/kit/ids.ts';
import { describe, expect, it, vi } from 'vitest';
import { startJobs } from '../testing/startJobs.ts';
import { firstUnused } from './submissionHolds.ts';
import { giveUpHold } from './submissionStore.ts';

const idOf = (n: number) => derivedUuid('hold of a test', n);

describe('the next hold of a submission', () => {
  it('is found in a few statements after a thousand released holds', async () => {
    const { db } = await startJobs();
    const { rows } = await db.query('select n from generate_series(0, 999) n');
    for (const { n } of rows) await giveUpHold(db, idOf(n));
    const query = vi.spyOn(db, 'query');
    expect(await firstUnused(db, idOf, 1)).toBe(1_000);
    expect(query.mock.calls.length).toBeLessThan(8);
  });

  it('is the requested number if that is unused, even if an earlier number is unknown', async () => {
    const { db } = await startJobs();
    expect(await firstUnused(db, idOf, 1)).toBe(1);
    await giveUpHold(db, idOf(3));
    expect(await firstUnused(db, idOf, 4)).toBe(4);
  });
});
