import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from './deps.ts';
import { checkLedger } from './rpc/checkLedger.ts';
import { claimHolds } from './rpc/claimHolds.ts';
import { createWorkspace } from './rpc/createWorkspace.ts';
import { deleteSpendingBudgets } from './rpc/deleteSpendingBudgets.ts';
import { extendHold } from './rpc/extendHold.ts';
import { findSpendingBudgets } from './rpc/findSpendingBudgets.ts';
import { getWorkspace } from './rpc/getWorkspace.ts';
import { grantCredits } from './rpc/grantCredits.ts';
import { listSpendingBudgets } from './rpc/listSpendingBudgets.ts';
import { listTransfers } from './rpc/listTransfers.ts';
import { listUnclaimedHolds } from './rpc/listUnclaimedHolds.ts';
import { listWorkspaces } from './rpc/listWorkspaces.ts';
import { placeHolds } from './rpc/placeHolds.ts';
import { setBudget } from './rpc/setBudget.ts';
import { setLimits } from './rpc/setLimits.ts';
import { setName } from './rpc/setName.ts';
import { setPlan } from './rpc/setPlan.ts';
import { setSpendingBudget } from './rpc/setSpendingBudget.ts';
import { settleHolds } from './rpc/settleHolds.ts';
import { setUnit } from './rpc/setUnit.ts';
import { sumUsage } from './rpc/sumUsage.ts';

/** The RPCs of billing, and who may call each. */
export function rpcTable(deps: Deps): GrpcService[] {
  return [
    grpcService(
      BillingDefinition,
      {
        createWorkspace: createWorkspace(deps),
        setPlan: setPlan(deps),
        setLimits: setLimits(deps),
        setName: setName(deps),
        getWorkspace: getWorkspace(deps),
        listWorkspaces: listWorkspaces(deps),
        grantCredits: grantCredits(deps),
        setBudget: setBudget(deps),
        setSpendingBudget: setSpendingBudget(deps),
        deleteSpendingBudgets: deleteSpendingBudgets(deps),
        listSpendingBudgets: listSpendingBudgets(deps),
        findSpendingBudgets: findSpendingBudgets(deps),
        placeHolds: placeHolds(deps),
        extendHold: extendHold(deps),
        claimHolds: claimHolds(deps),
        settleHolds: settleHolds(deps),
        listUnclaimedHolds: listUnclaimedHolds(deps),
        checkLedger: checkLedger(deps),
        listTransfers: listTransfers(deps),
        sumUsage: sumUsage(deps),
        setUnit: setUnit(deps),
      },
      {
        createWorkspace: ['operator'],
        setPlan: ['operator'],
        setLimits: ['operator'],
        setName: ['gateway', 'operator'],
        getWorkspace: ['gateway', 'jobs', 'operator'],
        listWorkspaces: ['operator'],
        grantCredits: ['operator'],
        setBudget: ['workflows'],
        setSpendingBudget: ['gateway', 'operator'],
        deleteSpendingBudgets: ['gateway', 'operator'],
        listSpendingBudgets: ['gateway', 'operator'],
        findSpendingBudgets: ['gateway', 'jobs'],
        placeHolds: ['jobs'],
        extendHold: ['jobs'],
        claimHolds: ['jobs'],
        settleHolds: ['jobs'],
        listUnclaimedHolds: ['jobs'],
        checkLedger: ['operator'],
        listTransfers: ['gateway', 'operator'],
        sumUsage: ['gateway'],
        setUnit: ['gateway'],
      },
    ),
  ];
}
