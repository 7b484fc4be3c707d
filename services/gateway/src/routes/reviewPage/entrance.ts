import type { Operation } from '@rotamer/api/operation/operation.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler, preHandlerHookHandler } from 'fastify';
import { authorise, authoriseRole } from '../../access/authorise.ts';
import { auditHooks } from '../../audit/auditRequests.ts';
import type { Deps } from '../../deps.ts';
import { runIdOf } from '../../params/ids.ts';
import { isFromOtherSite } from '../../sessions/browserForms.ts';
import type { FormTokens } from '../../sessions/formTokens.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { formOf } from '../sharePage/preparePages.ts';
import { locateRun } from './locateRun.ts';
import type { AskToSignIn } from './signInToReview.ts';

/** Returns the settings of a route of the page, from the operation of the API that it stands for. */
export type Entrance = (operation: Operation) => {
  config: { operation: Operation };
  preHandler: preHandlerHookHandler[];
  onSend: onSendAsyncHookHandler;
};

/** Grants access as the operation of the API does, with a session cookie in place of the API key's header. */
export function createEntrance(
  dependencies: Deps,
  sessions: Sessions,
  tokens: FormTokens,
  askToSignIn: AskToSignIn,
): Entrance {
  const requireRole = authoriseRole(dependencies);
  const audit = auditHooks(dependencies);

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const runId = runIdOf(request.params as { runId: string });
    const key = await sessions.keyOf(request, (person) => locateRun(dependencies.workflows, person, runId, request));
    if (!key) return askToSignIn(request, reply);
    request.credential = key;
    request.workspace = await dependencies.workspaces.recent(key.workspaceId, {});
    request.record.workspaceId = key.workspaceId;
    request.record.keyId = key.keyId;
    if (request.method !== 'POST') return;
    refuseOtherSites(request);
    const token = formOf(request).get('token') ?? '';
    if (!tokens.isValid(token, key.keyId, runId)) throw new Fault('forbidden', NOT_OURS, { resolution: RELOAD });
  }

  return (operation) => ({
    config: { operation },
    preHandler: [enter, authorise, audit.begin, requireRole],
    onSend: audit.end,
  });
}

const NOT_OURS =
  'This form was not sent from the page of this run, is older than an hour, or someone else has signed in since.';
const RELOAD = 'Open the page again and send the form from there.';

/** Refuses forms that the browser marks as sent by another site. */
export function refuseOtherSites(request: FastifyRequest): void {
  if (!isFromOtherSite(request)) return;
  throw new Fault('forbidden', NOT_OURS, { resolution: RELOAD });
}
