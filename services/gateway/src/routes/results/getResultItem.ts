import { getResultItem as operation } from '@rotamer/api/operations/results/getResultItem.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { sendItem } from '@rotamer/results/sendItem.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /results/{jobId}/items/{itemId}: the bytes of one artifact of a result. */
export const getResultItem = handler(operation, ({ jobs, blobs, results }) => async (request, reply) => {
  const { job } = await jobs.getResult({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  return await sendItem(request, reply, job!.manifest!, request.params.itemId, { results, blobs });
});
