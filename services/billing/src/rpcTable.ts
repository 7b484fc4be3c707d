import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from './deps.ts';
import { checkLedger } from './rpc/checkLedger.ts';
import { claimHold } from './rpc/claimHold.ts';
import { createWorkspace } from './rpc/createWorkspace.ts';
import { extendHold } from './rpc/extendHold.ts';
import { getWorkspace } from './rpc/getWorkspace.ts';
import { grantCredits } from './rpc/grantCredits.ts';
import { listTransfers } from './rpc/listTransfers.ts';
import { listUnclaimedHolds } from './rpc/listUnclaimedHolds.ts';
import { placeHolds } from './rpc/placeHolds.ts';
import { setLimits } from './rpc/setLimits.ts';
import { setPlan } from './rpc/setPlan.ts';
import { settleHolds } from './rpc/settleHolds.ts';

/** All that billing answers, and to whom. */
export function rpcTable(deps: Deps): GrpcService[] {
  return [
    grpcService(
      BillingDefinition,
      {
        createWorkspace: createWorkspace(deps),
        setPlan: setPlan(deps),
        setLimits: setLimits(deps),
        getWorkspace: getWorkspace(deps),
        grantCredits: grantCredits(deps),
        placeHolds: placeHolds(deps),
        extendHold: extendHold(deps),
        claimHold: claimHold(deps),
        settleHolds: settleHolds(deps),
        listUnclaimedHolds: listUnclaimedHolds(deps),
        checkLedger: checkLedger(deps),
        listTransfers: listTransfers(deps),
      },
      {
        createWorkspace: ['operator'],
        setPlan: ['operator'],
        setLimits: ['operator'],
        getWorkspace: ['gateway', 'jobs', 'operator'],
        grantCredits: ['operator'],
        placeHolds: ['jobs'],
        extendHold: ['jobs'],
        claimHold: ['jobs'],
        settleHolds: ['jobs'],
        listUnclaimedHolds: ['jobs'],
        checkLedger: ['operator'],
        listTransfers: ['operator'],
      },
    ),
  ];
}
