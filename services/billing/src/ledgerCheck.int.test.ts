import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { compareWithJournal } from './ledgerCheck.ts';
import { startBilling } from './testing/startBilling.ts';

it('lets the comparison with the journal run longer than other statements may', async () => {
  const { db, url, createWorkspace } = await startBilling();
  await createWorkspace(1_000);
  const impatient = new pg.Pool({ connectionString: url, query_timeout: 200, statement_timeout: 200 });
  onTestFinished(() => impatient.end());
  const holder = await db.connect();
  await holder.query('begin');
  await holder.query('lock table transfers');
  const compared = compareWithJournal(impatient as never);
  const late = new pg.Client({ connectionString: url, query_timeout: 300 });
  onTestFinished(() => late.end());
  await late.connect();
  // After this time any other statement would have been cancelled.
  await expect(late.query('select from transfers')).rejects.toThrow('timeout');
  await holder.query('rollback');
  holder.release();
  expect((await compared).differences).toEqual([]);
});
