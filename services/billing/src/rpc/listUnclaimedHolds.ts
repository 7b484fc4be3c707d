import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { ListUnclaimedHoldsRequest, ListUnclaimedHoldsResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { listUnclaimed } from '../holdStore.ts';

const DAY_SECONDS = 86_400;

export function listUnclaimedHolds({ db }: Deps): Rpc<ListUnclaimedHoldsRequest, ListUnclaimedHoldsResponse> {
  return async ({ olderThanSeconds, limit }) => {
    requireValid(
      wholeNumber('older_than_seconds', olderThanSeconds, 0, DAY_SECONDS),
      wholeNumber('limit', limit, 1, 1_000),
    );
    return { holds: await listUnclaimed(db, olderThanSeconds, limit) };
  };
}
