import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchQuote, QuoteBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { MAX_STORED_PROBLEMS } from '../../batches/batchStore.ts';
import { addPrices, checkLines, noSums } from '../../batches/checkLines.ts';
import { findFile, linesOfFile } from '../../batches/findFile.ts';
import type { Deps } from '../../deps.ts';
import { linesOf } from './create.ts';

/** Checks and prices lines of a request or a file. Stores and reserves nothing. */
export function quoteBatch(deps: Pick<Deps, 'jobs' | 'files' | 'blobs'>): Rpc<QuoteBatchRequest, BatchQuote> {
  return async (request, context) => {
    const scope = scopeOf(context);
    const { source } = request;
    const lines =
      source?.$case === 'fileId'
        ? linesOfFile(deps.blobs, await findFile(deps.files, source.value, scope))
        : linesOf(request).map((line) => ({ line }));
    const problems: BatchProblem[] = [];
    let [read, problemCount, all] = [0, 0, noSums];
    for await (const portion of checkLines(deps.jobs, lines, scope)) {
      read += portion.read;
      problemCount += portion.problems.length;
      problems.push(...portion.problems.slice(0, MAX_STORED_PROBLEMS - problems.length));
      all = addPrices(all, portion.good);
    }
    const { tools: _, lines: goodLines, ...amounts } = all;
    return { ...amounts, lines: read, goodLines, problems, problemCount };
  };
}
