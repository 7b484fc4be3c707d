import { quoteBatch as operation } from '@rotamer/api/operations/batches/quoteBatch.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { presentBatchQuote } from '@rotamer/present/presentBatch.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readSource } from './readLines.ts';

/** Time budget of a quote of a file, in milliseconds: jobs checks some thousand lines in a second. */
const FILE_BUDGET_MS = 50_000;

/** POST /batches/quote: checks and prices submissions; stores and reserves nothing. */
export const quoteBatch = handler(
  operation,
  ({ batches, billing }) =>
    async (request, reply) => {
      const source = readSource(request.body);
      const scope = callScope(request, reply, source.$case === 'fileId' ? FILE_BUDGET_MS : SUBMIT_BUDGET_MS);
      const [quote, { availableMillicredits }] = await Promise.all([
        batches.quote({ source }, scope),
        billing.getWorkspace({ workspaceId: request.credential!.workspaceId }, scope),
      ]);
      return presentBatchQuote(quote, availableMillicredits);
    },
  { importance: 'read' },
);
