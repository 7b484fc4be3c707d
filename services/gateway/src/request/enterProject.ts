import { isUnavailable, toFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Projects } from '../clients/clients.ts';

/** How something new is made, and how it is found again. */
export interface Making<Answer> {
  make(): Promise<Answer>;
  /** What was made with the idempotency key of this request, or not_found. Absent: it has no key. */
  find?(): Promise<Answer>;
}

/**
 * Makes something new in a project, if that is open. What was made while it was open is still the answer to its
 * idempotency key; anything else is refused as projects says.
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
