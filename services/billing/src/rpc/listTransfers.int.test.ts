import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startBilling } from '../testing/startBilling.ts';

it('shows the journal of one workspace, newest first, page by page', async () => {
  const { jobs, operator, createWorkspace, placeHold } = await startBilling();
  const { id: workspaceId } = await createWorkspace(1_000);
  const other = await createWorkspace(77);
  const holdId = randomUUID();
  await placeHold({ holdId, workspaceId, millicredits: 100 });
  await jobs.extendHold({ holdId, totalMillicredits: 150 });
  await jobs.settleHolds({ settlements: [{ holdId, chargeMillicredits: 60 }] });

  const { transfers } = await operator.listTransfers({ workspaceId });
  expect(transfers.map(({ kind, holdId, millicredits }) => [kind, holdId, millicredits])).toEqual([
    ['refund', holdId, 90],
    ['post', holdId, 60],
    ['extend', holdId, 50],
    ['hold', holdId, 100],
    ['grant', '', 1_000],
  ]);

  const first = await operator.listTransfers({ workspaceId, limit: 2 });
  const rest = await operator.listTransfers({ workspaceId, beforeId: first.transfers.at(-1)!.id });
  expect([...first.transfers, ...rest.transfers]).toEqual(transfers);

  const [foreign] = (await operator.listTransfers({ workspaceId: other.id })).transfers;
  const before = await operator.listTransfers({ workspaceId, beforeId: foreign!.id });
  expect(before.transfers.map(({ kind }) => kind)).toEqual(['grant']);
});
