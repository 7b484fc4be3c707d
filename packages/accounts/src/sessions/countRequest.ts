import { tooMany } from '@rotamer/http/limits/tooMany.ts';
import { BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import type { FastifyRequest } from 'fastify';
import type { Credential } from '../access/credential.ts';
import { windowOf } from '../access/windowOf.ts';
import type { AccountDeps } from '../deps.ts';

type Needs = Pick<AccountDeps, 'workspaces' | 'rates'>;

/** Counts a request of a page towards the rate limit of the credential in its cookie. @throws rate_limited */
export async function countRequest(needs: Needs, credential: Credential, request: FastifyRequest): Promise<void> {
  const workspace = await workspaceOf(needs, credential, request);
  const verdict = await needs.rates.spend(credential.keyId, windowOf(credential, workspace));
  if (!verdict.admitted) throw tooMany(verdict);
}

/** Returns the workspace in which a credential acts. */
export function workspaceOf(
  { workspaces }: Pick<AccountDeps, 'workspaces'>,
  { workspaceId }: Pick<Credential, 'workspaceId'>,
  { traceparent }: FastifyRequest,
) {
  return workspaces.recent(workspaceId, { deadlineMs: Date.now() + BUDGET_MS, traceparent });
}
