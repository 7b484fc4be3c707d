import { notFound } from '@rotamer/kit/errors/fault.ts';
import { ListTransfersResponse, SumUsageResponse, type Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Billing } from '../clients/clients.ts';

/** What the tests' workspace was charged: one job. */
const heldFor = {
  userId: 'usr_1',
  keyId: 'abcdefgh',
  projectId: 'proj_00000000000000000000000000',
  tool: 'protein-properties',
  jobId: 'job_1',
  runId: '',
};

/** The ledger of a workspace in memory. */
export function testLedger(workspace: Workspace): Pick<Billing, 'listTransfers' | 'sumUsage' | 'setUnit'> {
  const transfers = [
    { id: 3, kind: 'post', holdId: 'h', millicredits: 2_500, createdAt: new Date('2026-03-01T12:00:00Z'), heldFor },
    { id: 2, kind: 'hold', holdId: 'h', millicredits: 2_500, createdAt: new Date('2026-03-01T11:00:00Z'), heldFor },
    { id: 1, kind: 'grant', grantId: 'g', millicredits: 9_000, createdAt: new Date('2026-03-01T10:00:00Z') },
  ];
  return {
    listTransfers: async ({ workspaceId, beforeId = 0, limit, userId, skip = 0 }) =>
      ListTransfersResponse.fromPartial({
        transfers: transfers
          .filter(({ id }) => workspaceId === workspace.id && (beforeId === 0 || id < beforeId))
          .filter((one) => !userId || one.heldFor?.userId === userId)
          .slice(skip, skip + limit!),
      }),
    sumUsage: async ({ workspaceId, userId }) => {
      const { jobId: _, runId: __, ...groups } = heldFor;
      const isTheirs = workspaceId === workspace.id && (!userId || userId === heldFor.userId);
      const sums = isTheirs ? [{ ...groups, day: '2026-03-01', chargedMillicredits: 2_500, charges: 1 }] : [];
      return SumUsageResponse.fromPartial({ sums });
    },
    setUnit: async ({ workspaceId, unit }) => {
      if (workspaceId !== workspace.id) throw notFound('workspace');
      workspace.unit = unit && { name: unit.name ?? '', rate: unit.rate ?? 0 };
      return workspace;
    },
  };
}
