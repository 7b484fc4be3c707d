import { quoteBatch as operation } from '@rotamer/api/operations/batches/quoteBatch.ts';
import { SUBMIT_BUDGET_MS } from '../../clients/budgets.ts';
import { presentBatchQuote } from '../../present/presentBatch.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readLines } from './readLines.ts';

/** POST /batches/quote: checks and prices submissions; stores and reserves nothing. */
export const quoteBatch = handler(
  operation,
  ({ batches, billing }) =>
    async (request, reply) => {
      const lines = readLines(request.body.submissions);
      const scope = callScope(request, reply, SUBMIT_BUDGET_MS);
      const [quote, { availableMillicredits }] = await Promise.all([
        batches.quote({ source: { $case: 'lines', value: { lines } } }, scope),
        billing.getWorkspace({ workspaceId: request.credential!.workspaceId }, scope),
      ]);
      return presentBatchQuote(quote, availableMillicredits);
    },
  { importance: 'read' },
);
