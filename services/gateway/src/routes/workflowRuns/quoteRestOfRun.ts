import { quoteRestOfRun as operation } from '@rotamer/api/operations/workflowRuns/quoteRestOfRun.ts';
import type { WorkflowRestQuoteRequestBody } from '@rotamer/api/schemas/workflowRunRequest.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { presentRunQuote } from '@rotamer/present/presentRunQuote.ts';
import { type QuoteRunRequest, RetryRunRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readRetry } from './retryWorkflowRun.ts';

/** POST /workflow-runs/{runId}/quote: what another attempt or the rest of a run would cost; changes nothing. */
export const quoteRestOfRun = handler(
  operation,
  ({ workflows }) =>
    async (request, reply) => {
      const what = readQuoted(runIdOf(request.params), request.body);
      return presentRunQuote(await workflows.quote({ what }, callScope(request, reply)));
    },
  { importance: 'read' },
);

/** @throws validation_error for fields that contradict each other. */
function readQuoted(runId: string, { mode, node_id, approved }: WorkflowRestQuoteRequestBody): QuoteRunRequest['what'] {
  const problem = (path: string, message: string) => validationFault([{ path, message }]);
  if (mode === undefined && node_id !== undefined) throw problem('node_id', 'needs the mode from_failed_node');
  if (mode === undefined) return { $case: 'rest', value: { runId, approved } };
  if (approved !== undefined) throw problem('approved', 'cannot be combined with mode');
  return { $case: 'retry', value: RetryRunRequest.fromPartial({ runId, ...readRetry({ mode, node_id }) }) };
}
