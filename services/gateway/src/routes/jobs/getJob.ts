import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { getJob as operation } from '@rotamer/api/operations/jobs/getJob.ts';
import type { PublicJobDetails } from '@rotamer/api/schemas/jobDetails.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentJobDetails } from '@rotamer/present/presentJobDetails.ts';
import { presentPerson } from '@rotamer/present/presentPerson.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { pollHeaders } from './pollDelay.ts';

/** GET /jobs/{jobId}: a job with its settings, inputs and attempts. */
export const getJob = handler(operation, (dependencies) => async (request, reply) => {
  const details = await dependencies.jobs.describe({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  reply.headers(pollHeaders(details.job!, dependencies.clock()));
  return presentJobDetails(details, await submitterOf(dependencies, details.job!, request.credential!));
});

/** Returns who submitted a job, by name. Only a credential that may list members sees the address. */
export async function submitterOf(
  { members, apiKeys }: Pick<Deps, 'members' | 'apiKeys'>,
  { workspaceId, createdBy, keyId }: Job,
  { scopes }: Credential,
): Promise<PublicJobDetails['submitted_by']> {
  const [people, key] = await Promise.all([
    members.people([createdBy]),
    keyId === undefined ? undefined : apiKeys.findByPublicId(workspaceId, keyId),
  ]);
  return {
    ...presentPerson(createdBy, people.get(createdBy), scopes),
    ...(key && { key: { id: key.id, name: key.name } }),
  };
}
