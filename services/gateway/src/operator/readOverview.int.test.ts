import { join } from 'node:path';
import { addMember, ensureUser } from '@rotamer/accounts/access/accessStore.ts';
import { systemClock } from '@rotamer/kit/clock.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { ListToolsResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { expect, it } from 'vitest';
import { createReadOverview } from './readOverview.ts';

it('shows tools without a runner, and people', async () => {
  const { db } = await serviceDatabase(join(import.meta.dirname, '../..'));
  await transaction(db, async (tx) => {
    const { id } = await ensureUser(tx, 'usr_1', 'ada@example.org');
    await addMember(tx, 'ws_1', id, 'owner');
  });
  const tools = [
    { id: 'a', available: true },
    { id: 'b', available: false },
  ];
  const readOverview = createReadOverview({
    db,
    jobs: { listTools: async () => ListToolsResponse.fromPartial({ tools }) },
    clock: systemClock,
  });
  const overview = await readOverview({} as Parameters<typeof readOverview>[0]);
  expect(overview.tools).toEqual({ total: 2, unavailable: ['b'] });
  expect(overview.users).toMatchObject([
    { email: 'ada@example.org', memberships: [{ workspace_id: 'ws_1', role: 'owner', live_keys: 0 }] },
  ]);
  expect(overview.audit).toEqual([]);
});
