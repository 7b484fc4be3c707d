import { MAX_MESSAGE_BYTES } from '@rotamer/kit/grpc/encodedBytes.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { type Person, type PutPeopleRequest, TakeOverRequest } from '@rotamer/proto/notifications/v1/mails.ts';
import { expect, it } from 'vitest';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { changeRole, deleteMember } from '../access/memberStore.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import { sendPeople } from './sendPeople.ts';

/** A database, and a stand-in of notifications that keeps what it was sent. */
async function world() {
  const { db } = await accountsDatabase();
  const stored = new Map<string, Person>();
  const calls: (PutPeopleRequest | TakeOverRequest)[] = [];
  let isAvailable = true;
  const mails = {
    async putPeople(request: PutPeopleRequest) {
      if (!isAvailable) throw new Error('notifications is unavailable');
      calls.push(request);
      for (const person of request.people)
        if (person.version > (stored.get(person.userId)?.version ?? 0)) stored.set(person.userId, person);
      return {};
    },
    async takeOver(request: TakeOverRequest) {
      if (!isAvailable) throw new Error('notifications is unavailable');
      calls.push(request);
      return {};
    },
  };
  const send = (signal?: AbortSignal) => sendPeople({ db, mails: mails as never }, signal);
  const add = async (email: string, workspaceId = 'ws_1') => {
    const { id } = await ensureUser(db, newId('usr', new Date()), email);
    await addMember(db, workspaceId, id, 'member');
    return id;
  };
  return { db, stored, calls, send, add, setAvailable: (to: boolean) => (isAvailable = to) };
}

it('sends a person after each change of address, roles and keys that are valid, and not again without one', async () => {
  const { db, stored, calls, send, add } = await world();
  const id = await add('ada@example.org');
  await send();
  expect(stored.get(id)).toMatchObject({ email: 'ada@example.org', roles: [{ workspaceId: 'ws_1', role: 'member' }] });
  await changeRole(db, 'ws_1', id, 'admin');
  await add('ada@example.org', 'ws_2');
  await db.query(
    `insert into api_keys (id, key_id, hash, workspace_id, user_id, scopes, revoked_at, expires_at) values
       ('key_1', 'k1', '', 'ws_2', $1, '{}', null, null),
       ('key_2', 'k2', '', 'ws_2', $1, '{}', now(), null),
       ('key_3', 'k3', '', 'ws_2', $1, '{}', null, now())`,
    [id],
  );
  await send();
  expect(stored.get(id)).toMatchObject({
    roles: [
      { workspaceId: 'ws_1', role: 'admin' },
      { workspaceId: 'ws_2', role: 'member' },
    ],
    keyIds: ['k1'],
  });
  await deleteMember(db, 'ws_1', id);
  await db.query(`update users set email = 'ada@new.example' where id = $1`, [id]);
  await send();
  expect(stored.get(id)!.email).toBe('ada@new.example');
  expect(stored.get(id)!.roles).toEqual([{ workspaceId: 'ws_2', role: 'member' }]);
  calls.length = 0;
  await send();
  expect(calls).toEqual([{ people: [], complete: true }]);
});

it('sends everybody in batches, says so with the last one, and repeats what was not stored', async () => {
  const { stored, calls, send, add, setAvailable } = await world();
  for (let n = 0; n < 101; n++) await add(`user${n}@example.org`);
  setAvailable(false);
  await expect(send()).rejects.toThrow('unavailable');
  setAvailable(true);
  expect([await send(), await send()]).toEqual([true, false]);
  expect(stored.size).toBe(101);
  expect(calls.map((call) => 'complete' in call && call.complete)).toEqual([false, true]);
});

it('hands over what earlier releases had collected before it sends people, handled events first', async () => {
  const { db, calls, send, setAvailable } = await world();
  await db.query(`insert into inbox (consumer_group, event_id) values ('gateway', 'evt_1'), ('other', 'evt_2')`);
  await db.query(`insert into notice_choices values ('ada@example.org', 'job_ended', 'never')`);
  await db.query(`insert into notice_requests (subject_id, user_id) values ('job_1', 'usr_1')`);
  await db.query(
    `insert into pending_notices (event_id, user_id, kind, workspace_id, subject_id, title, outcome)
     values ('evt_1', 'usr_1', 'job_ended', 'ws_1', 'job_1', 'blast', 'completed')`,
  );
  await db.query(
    `insert into mails (id, template, recipient, data, expires_at) values
       ('mail_1', 'notice', 'ada@example.org', '{"count": 1}', now()), ('mail_2', 'invitation', 'ada@example.org', '{}', now())`,
  );
  await db.query(`insert into notice_days values ('usr_1', '2026-03-01', 7)`);
  setAvailable(false);
  await expect(send()).rejects.toThrow('unavailable');
  setAvailable(true);
  await send();
  expect(calls.slice(0, -1)).toMatchObject([
    { handledEventIds: ['evt_1'] },
    { choices: [{ email: 'ada@example.org', choices: { job_ended: 'never' } }] },
    { requests: [{ subjectId: 'job_1', userId: 'usr_1' }] },
    { notices: [{ eventId: 'evt_1', userId: 'usr_1', title: 'blast', name: undefined }] },
    { mails: [{ id: 'mail_1', dataJson: '{"count":1}' }] },
    { days: [{ userId: 'usr_1', day: '2026-03-01', mails: 7 }] },
  ]);
  expect(calls.at(-1)).toEqual({ people: [], complete: true });
  const { rows } = await db.query(
    `select (select count(*) from inbox) + (select count(*) from mails) as kept,
       (select count(*) from notice_choices) + (select count(*) from notice_requests) + (select count(*) from pending_notices)
         + (select count(*) from notice_days) as left`,
  );
  expect(rows).toEqual([{ kept: 2, left: 0 }]);
});

it('hands over waiting mails in calls that fit into a message, however long they are', async () => {
  const { db, calls, send } = await world();
  const name = '蛋'.repeat(200);
  const listed = Array.from({ length: 50 }, (_, n) => ({ id: `job_${n}`, title: name, name, outcome: 'completed' }));
  await db.query(
    `insert into mails (id, template, recipient, data, expires_at)
     select 'mail_' || n, 'notice', 'ada@example.org', $1, now() from generate_series(1, 100) n`,
    [JSON.stringify({ kind: 'job_ended', count: 50, listed })],
  );
  await send();
  const taken = calls.filter((call): call is TakeOverRequest => 'mails' in call && call.mails.length > 0);
  expect(taken.flatMap(({ mails }) => mails)).toHaveLength(100);
  for (const call of taken) expect(TakeOverRequest.encode(call).finish().length).toBeLessThan(MAX_MESSAGE_BYTES);
});

it('ends between two calls once it is stopped, without saying that it has sent everybody', async () => {
  const { calls, send } = await world();
  await expect(send(AbortSignal.abort())).rejects.toThrow('aborted');
  expect(calls).toEqual([]);
});
