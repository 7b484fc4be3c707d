import { randomUUID } from 'node:crypto';
import { systemClock } from '@rotamer/kit/clock.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serveRpcTable } from '@rotamer/kit/testing/serveRpcTable.ts';
import { AuditLogDefinition } from '@rotamer/proto/gateway/v1/audit.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startAuditLog } from '../audit/auditLog.ts';
import { rpcTable } from '../rpcTable.ts';
import { accountsDatabase } from '../testing/accountsDatabase.ts';
import type { RpcDeps } from './rpcDeps.ts';

async function operator() {
  const { db } = await accountsDatabase();
  const audit = startAuditLog({ db, clock: systemClock, log: quietLog });
  onTestFinished(audit.stop);
  const deps = { db, audit, clock: systemClock } as unknown as RpcDeps;
  const server = await serveRpcTable(rpcTable(deps));
  return { db, client: server.ask(AuditLogDefinition, 'operator') };
}

const command = {
  action: 'operator.key_revoke',
  resourceType: 'key',
  resourceId: 'key_1',
  operator: 'root@host',
};

it('records a command once, also when both calls are repeated', async () => {
  const { client } = await operator();
  const intentId = randomUUID();
  for (let n = 0; n < 2; n++) await client.beginCommand({ ...command, intentId });
  for (let n = 0; n < 2; n++) await client.endCommand({ intentId, outcome: 'ok', factsJson: '{"key":"key_1"}' });
  const { entries } = await client.listAuditEntries({ limit: 10 });
  expect(entries).toMatchObject([
    {
      action: command.action,
      resourceId: 'key_1',
      actorKind: 'operator',
      actorId: 'root@host',
      outcome: 'ok',
      chain: 'operator',
    },
  ]);
  expect(await client.verifyChains({})).toMatchObject({ chains: 1, entries: 1, breaks: [] });
});

it('shows a command about a key to the workspace of the key', async () => {
  const { db, client } = await operator();
  await db.query(
    `insert into api_keys (id, key_id, hash, workspace_id, user_id, scopes) values ('key_1', 'a', '', 'ws_1', 'usr_1', '{}')`,
  );
  const intentId = randomUUID();
  await client.beginCommand({ ...command, intentId });
  await client.endCommand({ intentId, outcome: 'refused', code: 'not_found' });
  const { entries } = await client.listAuditEntries({ workspaceId: 'ws_1', limit: 10 });
  expect(entries).toMatchObject([{ action: command.action, workspaceId: 'ws_1', code: 'not_found' }]);
});

it('refuses actions that are not commands of operators', async () => {
  const { client } = await operator();
  const forged = { ...command, intentId: randomUUID(), action: 'member.removed' };
  await expect(client.beginCommand(forged)).rejects.toMatchObject({ code: 'validation_error' });
});
