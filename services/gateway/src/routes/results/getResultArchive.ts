import { getResultArchive as operation } from '@rotamer/api/operations/results/getResultArchive.ts';
import { resultArchive } from '../../archive/resultArchive.ts';
import { sendArchive } from '../../archive/sendArchive.ts';
import { jobIdOf } from '../../params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /results/{jobId}/archive: the whole result as one tar archive, complete or a range. */
export const getResultArchive = handler(operation, ({ jobs, blobs, results }) => async (request, reply) => {
  const { job } = await jobs.getResult({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  const files = resultArchive(job!, await results.manifest(job!.manifest!));
  return await sendArchive(request, reply, { name: job!.id, files, blobs });
});
