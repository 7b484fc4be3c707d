import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { sessionCookie } from '@rotamer/pages/static/sessionCookie.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseForeignForm } from '../http/formToken.ts';
import type { VisitOf } from './visit.ts';

/** POST /w/{workspace}/sign-out: ends the session, and leads to the page that signs in. */
export function signOut(app: FastifyInstance, { publicUrl }: Pick<Deps, 'publicUrl'>, visit: VisitOf): void {
  app.post('/w/:workspace/sign-out', async (request, reply) => {
    const { api, token } = visit(request);
    refuseForeignForm(request, token);
    await api.session.signOut();
    reply.clearCookie(sessionCookie(publicUrl), {
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      path: '/',
    });
    return reply.redirect(`${rootOf(request)}login`, 303);
  });
}
