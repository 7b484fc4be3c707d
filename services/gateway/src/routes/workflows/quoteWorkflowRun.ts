import { quoteWorkflowRun as operation } from '@rotamer/api/operations/workflows/quoteWorkflowRun.ts';
import { workflowIdOf } from '@rotamer/http/params/ids.ts';
import { presentRunQuote } from '@rotamer/present/presentRunQuote.ts';
import { StartRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readStart } from './readStart.ts';

/** POST /workflows/{workflowId}/runs/quote: bounds of what a run would cost; starts nothing and reserves nothing. */
export const quoteWorkflowRun = handler(
  operation,
  ({ workflows }) =>
    async (request, reply) => {
      const value = StartRequest.fromPartial({ workflowId: workflowIdOf(request.params), ...readStart(request.body) });
      return presentRunQuote(await workflows.quote({ what: { $case: 'start', value } }, callScope(request, reply)));
    },
  { importance: 'read' },
);
