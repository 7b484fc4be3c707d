import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialRecord } from '../../access/credential.ts';
import type { Deps } from '../../deps.ts';
import { rootOf } from '../../http/baseUrl.ts';
import { type BrowserForms, foreignForm } from '../../sessions/browserForms.ts';
import type { BrowserSessions } from '../../sessions/browserSessions.ts';
import { formOf } from '../sharePage/preparePages.ts';

/** What the forms of the account page do: each returns the path that the browser shows next. */
type Change = (who: CredentialRecord, form: URLSearchParams, request: FastifyRequest, reply: FastifyReply) => unknown;

/** POST /account/…: signing out, ending sessions and changing the workspace. */
export function changeAccount(
  app: FastifyInstance,
  { sessions, keys }: Pick<Deps, 'sessions' | 'keys'>,
  browsers: BrowserSessions,
  forms: BrowserForms,
): void {
  const changes: Record<string, Change> = {
    'sign-out': (_who, _form, request, reply) => browsers.end(request, reply),
    'end-session': ({ userId }, form) => sessions.end({ userId, id: form.get('id') ?? '' }),
    'end-others': ({ userId, id }) => sessions.end({ userId, exceptId: id }),
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
