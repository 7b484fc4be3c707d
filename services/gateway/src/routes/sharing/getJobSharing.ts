import { getJobSharing as operation } from '@rotamer/api/operations/sharing/getJobSharing.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { linkHeader, presentSharing } from '@rotamer/present/presentSharing.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /jobs/{jobId}/share: who outside the workspace may view a job. */
export const getJobSharing = handler(operation, ({ sharing }) => async (request, reply) => {
  const found = await sharing.getSharing({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  reply.header('link', linkHeader(found));
  return presentSharing(found);
});
