import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { SumUsageRequest, SumUsageResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { isGroup, sumCharges } from '../usageStore.ts';

/** Its response stays below the 4 MiB of a message, with the longest ids. */
const LIMIT_MAX = 20_000;

/** Sums what was charged in a range of time. Sums over any groups come to the `post` transfers of the range. */
export function sumUsage({ db }: Deps): Rpc<SumUsageRequest, SumUsageResponse> {
  return async (request) => {
    const { from, to, groupBy, limit } = request;
    const isKnown = groupBy.every(isGroup) && new Set(groupBy).size === groupBy.length;
    requireValid(
      wholeNumber('limit', limit, 1, LIMIT_MAX),
      !(from && to) && { path: 'from', message: 'and to are required' },
      !isKnown && { path: 'group_by', message: 'must be known groups, each once' },
    );
    const sums = await sumCharges(db, request);
    return { sums: sums.slice(0, limit), hasMore: sums.length > limit };
  };
}
