import { getResultArchive as operation } from '@rotamer/api/operations/results/getResultArchive.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentRan } from '@rotamer/present/presentJobDetails.ts';
import { resultArchive } from '@rotamer/results/archive/resultArchive.ts';
import { sendArchive } from '@rotamer/results/archive/sendArchive.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /results/{jobId}/archive: the whole result as one tar archive, complete or a range. */
export const getResultArchive = handler(operation, ({ jobs, blobs, results }) => async (request, reply) => {
  const asked = { jobId: jobIdOf(request.params) };
  const scope = callScope(request, reply);
  const { job } = await jobs.getResult(asked, scope);
  const [manifest, { attempts }] = await Promise.all([results.manifest(job!.manifest!), jobs.describe(asked, scope)]);
  const attempt = attempts.find(({ number }) => number === manifest.attempt);
  const files = resultArchive(job!, manifest, attempt && presentRan(attempt));
  return await sendArchive(request, reply, { name: job!.id, files, blobs, ...request.query });
});
