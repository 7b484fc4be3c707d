import { actIn, type CredentialRecord } from '@rotamer/accounts/access/credential.ts';
import { BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';
import type { Workflows } from '../../clients/clients.ts';
import { callerOf } from '../../request/callScope.ts';

/** Most workspaces of a person in which a run is looked up. */
const MAX_WORKSPACES = 50;

/**
 * Returns a person's credential for the workspace of a run, so that a link in a mail works in each workspace of the person. Returns
 * the credential unchanged when the person sees the run in none of these workspaces: the run is then not found.
 */
export async function locateRun(
  workflows: Pick<Workflows, 'getRun'>,
  person: CredentialRecord,
  runId: string,
  { id, traceparent }: Pick<FastifyRequest, 'id' | 'traceparent'>,
): Promise<CredentialRecord> {
  const all = new Set([person.workspaceId, ...Object.keys(person.roles ?? {})]);
  if (all.size === 1) return person;
  const deadlineMs = Date.now() + BUDGET_MS;
  for (const workspaceId of [...all].slice(0, MAX_WORKSPACES)) {
    const credential = actIn(person, workspaceId)!;
    try {
      await workflows.getRun({ runId }, { caller: callerOf({ credential, id }), traceparent, deadlineMs });
      return credential;
    } catch (error) {
      if (toFault(error).code !== 'not_found') throw error;
    }
  }
  return person;
}
