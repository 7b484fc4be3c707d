import type { ShowPage } from '@rotamer/http/pages/showPage.ts';
import { formOf } from '@rotamer/http/request/form.ts';
import type { FastifyInstance } from 'fastify';
import { type BrowserForms, foreignForm } from '../sessions/browserForms.ts';
import type { BrowserSessions } from '../sessions/browserSessions.ts';
import { toLogin } from '../signIn/links.ts';
import type { SignInWays } from '../signIn/signInFrame.ts';

/** The token of a link. Any other text is not repeated in the page. */
const LINK = /^[\w-]{43}$/;

/**
 * GET and POST /login/local: signs in with a link that `npm start` printed. Opening the link uses nothing up; its page has a form
 * that sends itself. So a HEAD, a preview or a page fetched ahead of time costs no link, and the link needs only one click. The
 * script of the page takes the link out of the address; no referrer is sent, and logs have no queries.
 */
export function signInByLink(
  app: FastifyInstance,
  { show, takeLocalLink }: Required<Pick<SignInWays, 'takeLocalLink'>> & { show: ShowPage },
  browsers: BrowserSessions,
  forms: BrowserForms,
): void {
  app.get<{ Querystring: { token?: unknown } }>('/login/local', async (request, reply) => {
    const given = String(request.query.token ?? '');
    const link = LINK.test(given) ? given : '';
    return show(request, reply, { page: 'localLink', link, token: forms.token(request, reply) });
  });

  app.post('/login/local', async (request, reply) => {
    const form = formOf(request);
    if (!forms.isOwn(request, form.get('token') ?? '')) throw foreignForm();
    const target = await takeLocalLink(form.get('link') ?? '');
    if (target) return browsers.begin(request, reply, { ...target, method: 'local_link', next: '/' });
    return show(request, reply.code(410), {
      page: 'message',
      title: 'This link does not work any more',
      message:
        'It was used, or it is older than 15 minutes. This command prints another one: npm run admin -- login-link',
      link: toLogin,
    });
  });
}
