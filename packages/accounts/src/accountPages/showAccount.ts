import type { ShowPage } from '@rotamer/http/pages/showPage.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { AccountPage } from '@rotamer/pages/accountPages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialRecord } from '../access/credential.ts';
import type { AccountDeps } from '../deps.ts';
import type { BrowserForms } from '../sessions/browserForms.ts';
import type { BrowserSessions } from '../sessions/browserSessions.ts';
import { workspaceOf } from '../sessions/countRequest.ts';

/** Most workspaces and sessions on the page. */
const SHOWN = 100;

const methods: Record<string, string> = {
  local_link: 'link of npm start',
  mail_link: 'link by mail',
  oidc: 'OpenID Connect',
  device: 'code on another device',
  invitation: 'invitation',
};

/** GET /account: the person, the person's workspaces and sessions. */
export function showAccount(
  app: FastifyInstance,
  dependencies: Pick<AccountDeps, 'sessions' | 'workspaces' | 'signInWays'> & { show: ShowPage },
  browsers: BrowserSessions,
  forms: BrowserForms,
): void {
  const { sessions, signInWays, show } = dependencies;
  const nameOf = async (workspaceId: string, request: FastifyRequest) =>
    (await workspaceOf(dependencies, { workspaceId }, request)).name;

  async function providersOf(request: FastifyRequest, userId: string) {
    const { providers = [], connected } = signInWays.oidc ?? {};
    const known = (await connected?.(userId)) ?? [];
    return providers.map(({ id, name }) => ({
      name,
      connect: known.includes(id)
        ? undefined
        : `${rootOf(request)}login/oidc/${encodeURIComponent(id)}?next=%2Faccount`,
    }));
  }

  async function viewOf(request: FastifyRequest, reply: FastifyReply, who: CredentialRecord): Promise<AccountPage> {
    const [person, all, live] = await Promise.all([
      sessions.person(who.userId),
      sessions.workspaces(who.userId, '', SHOWN),
      sessions.list({ userId: who.userId, beforeId: '', limit: SHOWN }),
    ]);
    const workspaces = await Promise.all(
      all.rows.map(async ({ workspaceId: id, role }) => {
        return { id, name: await nameOf(id, request), role, current: id === who.workspaceId };
      }),
    );
    const shown = live.sessions.map((session) => ({
      id: session.id,
      workspace: workspaces.find(({ id }) => id === session.workspaceId)?.name ?? session.workspaceId,
      method: methods[session.method] ?? session.method,
      userAgent: session.userAgent,
      address: session.address,
      lastUsed: session.lastUsedAt.toISOString(),
      current: session.id === who.id,
    }));
    return {
      page: 'account',
      token: forms.token(request, reply, who.keyId),
      email: person.email,
      name: person.name,
      workspaces,
      providers: await providersOf(request, who.userId),
      sessions: shown,
      hasMore: live.hasMore,
    };
  }

  app.get('/account', async (request, reply) => {
    const who = await browsers.find(request);
    if (!who) return reply.redirect(`${rootOf(request)}login?next=/account`, 303);
    return show(request, reply, await viewOf(request, reply, who));
  });
}
