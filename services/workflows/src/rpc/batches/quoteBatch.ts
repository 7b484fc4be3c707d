import { type Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchQuote, QuoteBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { MAX_STORED_PROBLEMS } from '../../batches/batchStore.ts';
import { addPrices, checkLines, noSums } from '../../batches/checkLines.ts';
import { findFile, linesOfFile } from '../../batches/findFile.ts';
import type { Deps } from '../../deps.ts';
import { linesOf } from './create.ts';

/** Time that is left for the response when a quote gives up. */
const REST_MS = 3_000;

/** Checks and prices lines of a request or a file, as far as the time of the call allows. Stores and reserves nothing. */
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
      if (Date.now() > (context.deadlineMs ?? Number.POSITIVE_INFINITY) - REST_MS) throw tooLong(read);
    }
    const { tools: _, lines: goodLines, ...amounts } = all;
    return { ...amounts, lines: read, goodLines, problems, problemCount };
  };
}

function tooLong(lines: number): Fault {
  const message = `has more lines than can be checked in the time of a quote, which was enough for ${lines}`;
  return validationFault([
    { path: 'file_id', message: `${message}; quote a part of it, or start the batch with max_credits` },
  ]);
}
