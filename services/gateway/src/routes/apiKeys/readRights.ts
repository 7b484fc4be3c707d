import type { RightsChange } from '@rotamer/accounts/access/apiKeys.ts';
import type { ApiKeyUpdateRequestBody } from '@rotamer/api/schemas/apiKey.ts';
import { readTime } from '@rotamer/http/params/time.ts';
import { type Problem, toFault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Jobs, Projects } from '../../clients/clients.ts';

/** Returns the name and rights in a body. */
export function readRights(body: ApiKeyUpdateRequestBody): RightsChange {
  const { name, scopes, project_ids: projectIds, tools, may_create_keys: mayCreateKeys, expires_at } = body;
  const expiresAt = typeof expires_at === 'string' ? readTime('expires_at', expires_at) : expires_at;
  return { name, scopes, projectIds, tools, mayCreateKeys, expiresAt };
}

/**
 * Refuses projects and tools that do not exist, which are most likely mistyped.
 *
 * @throws validation_error naming each of them
 */
export async function refuseUnknown(
  { projectIds, tools }: RightsChange,
  { jobs, projects }: { jobs: Pick<Jobs, 'getTool'>; projects: Pick<Projects, 'get'> },
  scope: CallScope,
): Promise<void> {
  const problems = await Promise.all([
    ...(projectIds ?? []).map((projectId, i) => problemOf(`project_ids[${i}]`, projects.get({ projectId }, scope))),
    ...(tools ?? []).map((tool, i) => problemOf(`tools[${i}]`, jobs.getTool({ tool }, scope))),
  ]);
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw validationFault(found);
}

async function problemOf(path: string, lookup: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await lookup;
    return undefined;
  } catch (error) {
    const { code } = toFault(error);
    if (code === 'not_found') return { path, message: 'does not exist' };
    throw error;
  }
}
