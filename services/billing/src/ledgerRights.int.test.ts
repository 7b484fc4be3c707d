import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openDb } from '@rotamer/kit/db/db.ts';
import { migrateService, roleOf } from '@rotamer/kit/db/migrate.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { testDatabase } from '@rotamer/kit/testing/testDatabase.ts';
import { expect, it, onTestFinished } from 'vitest';
import { placeHolds, settleHolds } from './holdStore.ts';
import { compareWithJournal } from './ledgerCheck.ts';
import { grantOnce } from './transferStore.ts';
import { insertWorkspace } from './workspaceStore.ts';

const folder = join(import.meta.dirname, '..');

/** Creates a database that its owner has migrated, and a pool of the service, whose role owns nothing. */
async function openAsService() {
  const { url: ownerUrl, db: owner } = await testDatabase();
  const role = `service_${randomBytes(6).toString('hex')}`;
  const url = new URL(ownerUrl);
  [url.username, url.password] = [role, randomUUID()];
  await owner.query(`create role ${role} login password '${url.password}'`);
  await migrateService(ownerUrl, folder, quietLog, roleOf(url.href));
  const db = openDb({ url: url.href, name: 'service', log: quietLog });
  onTestFinished(async () => {
    await db.end();
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
  });
  return { db, url: url.href };
}

it('lets the service’s role move credits, but not change tables, triggers or functions', async () => {
  const { db, url } = await openAsService();
  // As at each start of the service.
  await migrateService(url, folder, quietLog);
  await insertWorkspace(db, { id: 'ws_1', name: 'Lab', plan: 'PRO' });
  await grantOnce(db, 'ws_1', 'g', 1_000);
  const holdId = randomUUID();
  await placeHolds(db, [{ holdId, workspaceId: 'ws_1', millicredits: 400 }], '2026-01-31');
  await settleHolds(db, [{ holdId, chargeMillicredits: 100 }]);
  expect((await compareWithJournal(db)).differences).toEqual([]);

  const forbidden = [
    'create table mine (id int)',
    'create function mine() returns int language sql as $$ select 1 $$',
    'drop table transfers',
    'truncate transfers',
    'alter table accounts drop constraint no_overdraft',
    'alter table transfers disable trigger transfers_append_only',
    'alter table transfers owner to current_user',
    'drop trigger transfers_append_only on transfers',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger mine before insert on transfers execute function refuse_change()',
    'drop function settle_holds',
    'drop index transfers_resolved_once',
    `set session_replication_role = 'replica'`,
    `delete from schema_history`,
  ];
  for (const statement of forbidden) {
    // insufficient_privilege
    await expect(db.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  }
  await expect(db.query('delete from transfers')).rejects.toThrow('append-only');
});
