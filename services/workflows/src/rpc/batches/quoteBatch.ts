import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { BatchQuote, QuoteBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import type { Deps } from '../../deps.ts';
import { checkInline, linesOf } from './create.ts';

/** Checks and prices lines. Stores and reserves nothing. */
export function quoteBatch(deps: Pick<Deps, 'jobs'>): Rpc<QuoteBatchRequest, BatchQuote> {
  return async (request, context) => {
    const lines = linesOf(request);
    const {
      good,
      problems,
      sums: { tools: _, ...sums },
    } = await checkInline(deps, lines, context);
    return { ...sums, lines: lines.length, goodLines: good.length, problems, problemCount: problems.length };
  };
}
