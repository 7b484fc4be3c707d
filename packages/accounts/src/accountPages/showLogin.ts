import type { ShowPage } from '@rotamer/http/pages/showPage.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { safeNext } from '@rotamer/http/server/safeNext.ts';
import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from '../deps.ts';
import { lastProvider } from '../oidcPages/oidcPages.ts';
import type { BrowserForms } from '../sessions/browserForms.ts';
import { type BrowserSessions, pathAfterSignIn } from '../sessions/browserSessions.ts';

/** GET /login: the ways to sign in. A browser that is signed in goes on to where it wanted. */
export function showLogin(
  app: FastifyInstance,
  needs: Pick<AccountDeps, 'signInWays' | 'publicUrl' | 'consoleUrl'> & { show: ShowPage },
  browsers: BrowserSessions,
  forms: BrowserForms,
): void {
  const { signInWays, publicUrl } = needs;
  app.get<{ Querystring: { next?: unknown } }>('/login', async (request, reply) => {
    const next = safeNext(request.query.next);
    const root = rootOf(request);
    if (await browsers.find(request)) return reply.redirect(pathAfterSignIn(request, needs, next), 303);
    const providers = (signInWays.oidc?.providers ?? []).map(({ id, name }) => ({
      name,
      signOut:
        id === request.cookies[lastProvider(publicUrl)]
          ? `${root}login/oidc/${encodeURIComponent(id)}/sign-out`
          : undefined,
      link: `${root}login/oidc/${encodeURIComponent(id)}?next=${encodeURIComponent(next)}`,
    }));
    return needs.show(request, reply, {
      page: 'login',
      next,
      token: forms.token(request, reply),
      providers,
      hasMail: signInWays.mail !== undefined,
      hasLocalLinks: signInWays.takeLocalLink !== undefined,
    });
  });
}
