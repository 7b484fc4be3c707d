import { isUnavailable, toFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Projects } from '../clients/clients.ts';

/** How to create a resource, and how to find it again. */
export interface Making<Answer> {
  make(): Promise<Answer>;
  /** Returns the resource created with this request's idempotency key, or not_found. Absent without a key. */
  find?(): Promise<Answer>;
}

/**
 * Creates a resource in a project, if the project is open. If it is not, a request whose idempotency key was used while the
 * project was open still gets its resource. Any other request gets the refusal of the projects service.
 */
export async function enterProject<Answer>(
  projects: Projects,
  projectId: string | undefined,
  scope: CallScope,
  { make, find }: Making<Answer>,
): Promise<Answer> {
  const refusal = projectId === undefined ? undefined : await refusalOf(projects, projectId, scope);
  if (!refusal) return make();
  if (!find || isUnavailable(refusal)) throw refusal;
  return find().catch((error: unknown) => {
    throw toFault(error).code === 'not_found' ? refusal : error;
  });
}

function refusalOf(projects: Projects, projectId: string, scope: CallScope): Promise<unknown> {
  return projects.checkOpen({ projectId }, scope).then(
    () => undefined,
    (error: unknown) => error,
  );
}
