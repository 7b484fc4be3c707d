import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import type { ClaimHoldsRequest, ClaimHoldsResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { markClaimed } from '../holdStore.ts';

/** Marks holds as claimed. Unknown and resolved holds are ignored: the sweep lists neither. */
export function claimHolds({ db }: Deps): Rpc<ClaimHoldsRequest, ClaimHoldsResponse> {
  return async ({ holdIds }) => {
    requireValid(...holdIds.map((holdId, i) => uuid(`hold_ids[${i}]`, holdId)));
    await markClaimed(db, holdIds);
    return {};
  };
}
