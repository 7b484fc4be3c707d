import { systemClock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { startAuditLog } from './auditLog.ts';
import type { AuditIntent, AuditOutcome } from './entry.ts';
import { verifyChains } from './verifyChains.ts';

const ok: AuditOutcome = { outcome: 'ok', code: null };

function intent(fields: Partial<AuditIntent> = {}): AuditIntent {
  return {
    chain: 'ws_1',
    workspaceId: 'ws_1',
    actor: { kind: 'key', userId: 'usr_1', keyId: 'abcdefgh' },
    action: 'file.deleted',
    resourceType: 'file',
    resourceId: 'file_1',
    address: '203.0.113.7',
    requestId: 'request-1',
    startedAt: new Date('2026-03-01T12:00:00.123Z'),
    ...fields,
  };
}

async function openLog() {
  const { db } = await accountsDatabase();
  return { db, ...openAnother(db) };
}

/** The audit log of one more gateway. */
function openAnother(db: Db, clock = systemClock) {
  const log = startAuditLog({ db, clock, log: quietLog });
  onTestFinished(log.stop);
  const write = async (fields: Partial<AuditIntent> = {}, ended = ok) =>
    log.end(await log.begin(intent(fields)), ended);
  return { log, write };
}

/** Writes five entries, then changes them as somebody could who owns the database. */
async function tampered(...statements: string[]) {
  const { db, write } = await openLog();
  for (let n = 1; n <= 5; n++) await write({ resourceId: `file_${n}`, startedAt: new Date(n) });
  expect(await verifyChains(db)).toEqual({ chains: 1, entries: 5, breaks: [] });
  await db.query('alter table audit_entries disable trigger user');
  await db.query('alter table audit_heads disable trigger user');
  for (const statement of statements) await db.query(statement);
  return verifyChains(db);
}

const COPY = `insert into audit_entries select chain, 6, 'aud_6', workspace_id, at, started_at, actor_kind, user_id, key_id,
  action, resource_type, resource_id, address, request_id, outcome, code, facts, hash from audit_entries where number = 5`;

describe('verify', () => {
  it.each([
    ['a changed entry', [`update audit_entries set outcome = 'refused' where number = 3`], 3, 'changed'],
    ['a changed time', [`update audit_entries set at = at + interval '1 ms' where number = 2`], 2, 'changed'],
    ['a removed entry', ['delete from audit_entries where number = 2'], 2, 'Entry 2 was removed'],
    ['a removed newest entry', ['delete from audit_entries where number = 5'], 5, 'Entries 5 to 5 were removed'],
    ['an appended copy', [COPY], 6, 'changed or inserted'],
    [
      'two entries in the place of each other',
      ['delete from audit_entries where number = 4', COPY, 'update audit_entries set number = 4 where number = 6'],
      4,
      'changed or inserted',
    ],
    ['a removed head', ['delete from audit_heads'], 1, 'head was removed'],
    [
      'a head set back with its entry',
      ['delete from audit_entries where number = 5', 'update audit_heads set count = 4'],
      4,
      'another hash',
    ],
  ])('finds %s', async (_, statements, number, problem) => {
    const { breaks } = await tampered(...statements);
    expect(breaks).toEqual([{ chain: 'ws_1', number, problem: expect.stringContaining(problem) }]);
  });

  it('finds a chain that was set back as a whole, by a head from the log', async () => {
    const { db, write } = await openLog();
    await write();
    await write();
    const { rows } = await db.query('select chain, count, hash from audit_heads');
    const known = rows[0];
    await db.query('alter table audit_heads disable trigger user; alter table audit_entries disable trigger user');
    await db.query('delete from audit_entries where number = 2');
    await db.query('update audit_heads h set count = 1, hash = e.hash from audit_entries e');
    expect((await verifyChains(db)).breaks).toEqual([]);
    expect((await verifyChains(db, { known })).breaks).toMatchObject([{ number: 2 }]);
  });
});

it('refuses to change or remove entries and to set heads back', async () => {
  const { db, write } = await openLog();
  await write();
  for (const statement of [
    `update audit_entries set outcome = 'ok'`,
    'delete from audit_entries',
    'truncate audit_entries',
    'update audit_heads set count = 0',
    `update audit_heads set hash = '\\x00'`,
    'delete from audit_heads',
  ])
    await expect(db.query(statement), statement).rejects.toThrow('append-only');
});

it('keeps one chain when 20 entries of a workspace are written at once by two gateways', async () => {
  const { db, write } = await openLog();
  const other = openAnother(db);
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? write : other.write)({ resourceId: `file_${n}` })));
  expect(await verifyChains(db)).toEqual({ chains: 1, entries: 20, breaks: [] });
});

it('appends the intents that a dead process left as unknown, once', async () => {
  const { db, log } = await openLog();
  await log.begin(intent());
  const later = openAnother(db, () => new Date(Date.now() + 3_600_000));
  await Promise.all([later.log.pass(), openAnother(db, () => new Date(Date.now() + 3_600_000)).log.pass()]);
  const entries = await log.list({ workspaceId: 'ws_1', beforeId: '', limit: 10 });
  expect(entries).toMatchObject([{ outcome: 'unknown', resourceId: 'file_1', code: null }]);
  expect((await verifyChains(db)).breaks).toEqual([]);
});

it('appends to other chains while one is locked, and keeps the outcome of its actions', async () => {
  const { db, log, write } = await openLog();
  await write();
  const locker = await db.connect();
  await locker.query('begin');
  await locker.query('select from audit_heads for update');
  const blocked = Array.from({ length: 30 }, () => write({}, { outcome: 'refused', code: 'conflict' }));
  const other = write({ chain: 'ws_2', workspaceId: 'ws_2' }).then(() => 'the other chain');
  expect(await Promise.race([other, ...blocked])).toBe('the other chain');
  await Promise.all(blocked);
  await locker.query('rollback');
  locker.release();
  await openAnother(db, () => new Date(Date.now() + 3_600_000)).log.pass();
  const entries = await log.list({ workspaceId: 'ws_1', beforeId: '', limit: 100 });
  expect(entries.filter(({ outcome, code }) => outcome === 'refused' && code === 'conflict')).toHaveLength(30);
  expect((await verifyChains(db)).breaks).toEqual([]);
});

it('lists only entries of the workspace that match, newest first', async () => {
  const { log, write } = await openLog();
  await write({ action: 'sharing.changed', resourceId: 'job_1' });
  await write({ actor: { kind: 'key', userId: 'usr_2', keyId: 'zzzzzzzz' } });
  await write({ chain: 'ws_2', workspaceId: 'ws_2' });
  await write({
    chain: 'operator',
    actor: { kind: 'operator', userId: 'root', keyId: null },
    action: 'operator.key_create',
  });
  const actions = async (query: object) =>
    (await log.list({ workspaceId: 'ws_1', beforeId: '', limit: 10, ...query })).map(({ action }) => action);
  expect(await actions({})).toEqual(['operator.key_create', 'file.deleted', 'sharing.changed']);
  expect(await actions({ actor: 'zzzzzzzz' })).toEqual(['file.deleted']);
  expect(await actions({ actor: 'usr_2', action: 'sharing.changed' })).toEqual([]);
  expect(await actions({ resource: 'job_1' })).toEqual(['sharing.changed']);
  expect(await actions({ to: new Date(0) })).toEqual([]);
  expect(await actions({ limit: 1 })).toHaveLength(2);
  const [foreign] = await log.list({ workspaceId: 'ws_2', beforeId: '', limit: 10 });
  expect(await actions({ beforeId: foreign!.id })).toEqual(['file.deleted', 'sharing.changed']);
});

/** Ways in which audit logs of similar products failed. */
describe('a list of entries, unlike reports about others,', () => {
  const pagesOf = async (log: Awaited<ReturnType<typeof openLog>>['log'], limit: number) => {
    const seen = [];
    for (let beforeId = ''; ; ) {
      const page = await log.list({ workspaceId: 'ws_1', beforeId, limit });
      seen.push(...page.slice(0, limit));
      if (page.length <= limit) return seen;
      beforeId = page[limit - 1]!.id;
    }
  };

  it('has each entry of one millisecond once, on any page (langfuse/langfuse #15826)', async () => {
    const { db } = await openLog();
    const { log, write } = openAnother(db, () => new Date('2026-03-01T12:00:00.500Z'));
    for (let n = 0; n < 12; n++) await write({ resourceId: `file_${n}` });
    for (const limit of [1, 5, 12]) {
      const resources = (await pagesOf(log, limit)).map(({ resourceId }) => resourceId);
      expect(new Set(resources).size).toBe(12);
      expect(resources).toHaveLength(12);
    }
  });

  it('keeps entries of a person who is gone (getsentry/sentry #67282)', async () => {
    const { log, write } = await openLog();
    const actor = { kind: 'session' as const, userId: 'usr_gone', keyId: null };
    await write({ actor, action: 'member.removed', resourceType: 'member', resourceId: 'usr_gone' });
    const [entry] = await log.list({ workspaceId: 'ws_1', resource: 'usr_gone', beforeId: '', limit: 1 });
    expect(entry).toMatchObject({ actor, resourceId: 'usr_gone', email: null });
  });
});
