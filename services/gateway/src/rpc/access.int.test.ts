import { join } from 'node:path';
import { systemClock } from '@rotamer/kit/clock.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import { AccessDefinition } from '@rotamer/proto/gateway/v1/access.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readKeys } from '../access/accessStore.ts';
import { hashApiKey } from '../access/apiKey.ts';
import { startKeyRing } from '../access/keyRing.ts';
import { rpcTable } from '../rpcTable.ts';

const workspaceId = newId('ws', new Date());

/** The Access service on a real database, asked over gRPC, and two gateways' key rings on that database. */
async function access(service = 'operator') {
  const { db } = await serviceDatabase(join(import.meta.dirname, '../..'));
  const billing = {
    getWorkspace: async ({ workspaceId: id }: { workspaceId?: string }) => {
      if (id !== workspaceId) throw notFound('workspace');
      return Workspace.fromPartial({ id });
    },
  };
  const bus = { deadLetters: async () => [], replay: async () => 0 };
  const server = await serveRpcTable(rpcTable({ db, bus, billing, clock: systemClock }));
  const client = server.ask(AccessDefinition, service);
  const ring = () => startKeyRing({ read: (keyIds) => readKeys(db, keyIds), clock: systemClock, log: quietLog });
  const rings = [ring(), ring()];
  onTestFinished(async () => {
    await Promise.all(rings.map((one) => one.stop()));
  });
  return { db, client, rings: rings as [ReturnType<typeof ring>, ReturnType<typeof ring>] };
}

const member = { workspaceId, email: 'ada@example.org', role: 'member' };

describe('CreateUser', () => {
  it('makes a user of a workspace, whose address is one user everywhere', async () => {
    const { client } = await access();
    const user = await client.createUser(member);
    expect(user).toMatchObject({ ...member, id: expect.stringMatching(/^usr_/) });
    await expect(client.createUser({ ...member, email: ' Ada@Example.org ' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('refuses an unknown workspace', async () => {
    const { client } = await access();
    await expect(client.createUser({ ...member, workspaceId: 'ws_unknown' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('names all that is wrong', async () => {
    const { client } = await access();
    await expect(client.createUser({ ...member, email: 'ada', role: 'boss' })).rejects.toMatchObject({
      details: { errors: [{ path: 'email' }, { path: 'role' }] },
    });
  });
});

describe('CreateKey', () => {
  it('makes a key that every gateway knows, and stores no secret', async () => {
    const { db, client, rings } = await access();
    const user = await client.createUser(member);
    const { key, secret } = await client.createKey({
      workspaceId,
      userId: user.id,
      scopes: ['jobs:write', 'jobs:read'],
    });
    for (const ring of rings) {
      expect(await ring.find(secret)).toMatchObject({
        id: key!.id,
        workspaceId,
        userId: user.id,
        role: 'member',
        scopes: ['jobs:read', 'jobs:write'],
      });
    }
    expect(key!.prefix).toBe(secret.slice(0, 17));
    const { rows } = await db.query('select to_jsonb(api_keys)::text as row, hash from api_keys');
    expect(rows[0].row).not.toContain(secret.slice(18));
    expect(rows[0].hash).toEqual(hashApiKey(secret));
  });

  it('refuses who is no member, unknown scopes and a time that has passed', async () => {
    const { client } = await access();
    const user = await client.createUser(member);
    const key = { workspaceId, userId: user.id, scopes: ['jobs:read'] };
    await expect(client.createKey({ ...key, userId: 'usr_unknown' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.createKey({ ...key, workspaceId: 'ws_2' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.createKey({ ...key, scopes: ['jobs:admin'], expiresAt: new Date(0) })).rejects.toMatchObject({
      details: { errors: [{ path: 'scopes' }, { path: 'expires_at' }] },
    });
  });
});

describe('RevokeKey', () => {
  it('ends the key on every gateway with the next pass, and can be repeated', async () => {
    const { client, rings } = await access();
    const user = await client.createUser(member);
    const { key, secret } = await client.createKey({ workspaceId, userId: user.id, scopes: [] });
    for (const ring of rings) expect(await ring.find(secret)).toBeDefined();
    const first = await client.revokeKey({ id: key!.id });
    for (const ring of rings) {
      await ring.reread();
      expect(await ring.find(secret)).toBeUndefined();
    }
    expect(await client.revokeKey({ id: key!.id })).toEqual(first);
  });

  it('does not know an unknown key', async () => {
    const { client } = await access();
    await expect(client.revokeKey({ id: 'key_unknown' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a service that is no operator', () => {
  it('is refused by every method', async () => {
    const { client } = await access('runner');
    await expect(client.createUser(member)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.createKey({ workspaceId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(client.revokeKey({ id: 'key_1' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
