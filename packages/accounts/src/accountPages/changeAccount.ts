import { formOf } from '@rotamer/http/request/form.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialRecord } from '../access/credential.ts';
import { actorOf, audited } from '../audit/audited.ts';
import type { AccountDeps } from '../deps.ts';
import { type BrowserForms, foreignForm } from '../sessions/browserForms.ts';
import type { BrowserSessions } from '../sessions/browserSessions.ts';

/** What the forms of the account page do: each returns the path that the browser shows next. */
type Change = (who: CredentialRecord, form: URLSearchParams, request: FastifyRequest, reply: FastifyReply) => unknown;

/** POST /account/…: signing out, ending sessions and changing the workspace. */
export function changeAccount(
  app: FastifyInstance,
  deps: Pick<AccountDeps, 'sessions' | 'keys' | 'audit' | 'clock'>,
  browsers: BrowserSessions,
  forms: BrowserForms,
): void {
  const { sessions, keys } = deps;
  const byPerson = (who: CredentialRecord) => ({ workspaceId: who.workspaceId, actor: actorOf(who) });

  const ending = <Result>(who: CredentialRecord, request: FastifyRequest, id: string, end: () => Promise<Result>) => {
    const action = { action: 'session.ended' as const, resourceType: 'session', resourceId: id };
    return audited(deps, request, { ...byPerson(who), ...action }, end);
  };

  const endingOthers = (who: CredentialRecord, request: FastifyRequest) => {
    const action = { action: 'session.others_ended' as const, resourceType: 'user', resourceId: who.userId };
    const end = () => sessions.end({ userId: who.userId, exceptId: who.id });
    return audited(deps, request, { ...byPerson(who), ...action }, end, (ended) => ({ ended }));
  };

  const changes: Record<string, Change> = {
    'sign-out': (who, _form, request, reply) => ending(who, request, who.id, () => browsers.end(request, reply)),
    'end-session': (who, form, request) => {
      const id = form.get('id') ?? '';
      return ending(who, request, id, async () => (await sessions.end({ userId: who.userId, id })) > 0);
    },
    'end-others': (who, _form, request) => endingOthers(who, request),
    workspace: ({ id }, form) => sessions.switchWorkspace(id, form.get('workspace_id') ?? ''),
  };
  for (const [name, change] of Object.entries(changes)) {
    app.post(`/account/${name}`, async (request, reply) => {
      const who = await browsers.find(request);
      if (!who) return reply.redirect(`${rootOf(request)}login?next=/account`, 303);
      const form = formOf(request);
      if (!forms.isOwn(request, form.get('token') ?? '', who.keyId)) throw foreignForm();
      await change(who, form, request, reply);
      keys.distrust();
      return reply.redirect(`${rootOf(request)}${name === 'sign-out' ? 'login' : 'account'}`, 303);
    });
  }
}
