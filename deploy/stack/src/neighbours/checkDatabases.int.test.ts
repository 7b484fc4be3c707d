import { testDatabase } from '@rotamer/kit/testing/testDatabase.ts';
import { expect, it } from 'vitest';
import { checkDatabases } from './checkDatabases.ts';

it('refuses a start with advice, before any migration, when one database cannot migrate', async () => {
  const [old, empty] = [await testDatabase(), await testDatabase()];
  await old.db.query('create table outbox (id int)');
  const url = (database: string) => (database === 'rotamer_billing' ? old.url : empty.url);
  const checked = checkDatabases(url, empty.url);
  await expect(checked).rejects.toThrow(/has tables but no history.+Nothing was migrated.+--data <folder>.+--fresh/s);
  const { rows } = await empty.db.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
  expect(rows).toHaveLength(0);
  await expect(checkDatabases(() => empty.url, empty.url)).resolves.toBeUndefined();
});
