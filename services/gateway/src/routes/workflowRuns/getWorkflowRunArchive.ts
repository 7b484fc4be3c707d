import { getWorkflowRunArchive as operation } from '@rotamer/api/operations/workflowRuns/getWorkflowRunArchive.ts';
import { readAttempt } from '@rotamer/http/params/ids.ts';
import { runArchive } from '@rotamer/results/archive/runArchive.ts';
import { sendArchive } from '@rotamer/results/archive/sendArchive.ts';
import { wholeResults } from '../../clients/wholeAnswers.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workflow-runs/{runId}/archive: the results of an attempt so far as one tar archive, complete or a range. */
export const getWorkflowRunArchive = handler(operation, ({ workflows, blobs }) => async (request, reply) => {
  const asked = readAttempt(request.params, request.query);
  const results = await wholeResults(workflows, asked, callScope(request, reply));
  const { compression } = request.query;
  return await sendArchive(request, reply, { name: results.run!.id, files: runArchive(results), blobs, compression });
});
