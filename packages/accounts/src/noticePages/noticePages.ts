import { noticeKindOf, noticeReasons } from '@rotamer/api/schemas/notices.ts';
import { preparePages } from '@rotamer/http/pages/preparePages.ts';
import { createShowPage } from '@rotamer/http/pages/showPage.ts';
import { basePathOf } from '@rotamer/http/server/baseUrl.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { createOffLinks } from '@rotamer/kit/mail/offLinks.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountDeps } from '../deps.ts';

/** Maximum bytes of the form, whose fields are ignored. */
const FORM_LIMIT = 1_024;

type Needs = Pick<AccountDeps, 'notices' | 'publicUrl' | 'shareSecret' | 'renderPage'>;

/** The pages of the links at the foot of mails. */
export function noticePages(dependencies: Needs) {
  return async (app: FastifyInstance): Promise<void> => {
    const notFound =
      'This link is incomplete. Open it again from the mail, or change your notices when you are signed in.';
    const { shareSecret: secret, renderPage } = dependencies;
    await preparePages(app, { secret, purpose: 'notice page cookies', formLimit: FORM_LIMIT, notFound, renderPage });
    addOffPage(app, dependencies);
  };
}

/**
 * GET and POST /notices/off: switches a kind of mail off for an address, by the signed link of a mail. GET only asks, because mail
 * scanners open links. POST needs no cookie and no form token: mail programs send it for their users (RFC 8058).
 */
export function addOffPage(app: FastifyInstance, { notices, publicUrl, shareSecret: secret, renderPage }: Needs): void {
  const show = createShowPage(renderPage);
  const links = createOffLinks({ publicUrl, secret });
  const action = `${basePathOf(publicUrl)}/notices/off`;
  const read = (request: FastifyRequest<{ Querystring: { t?: unknown } }>) => {
    const token = String(request.query.t ?? '');
    const off = links.read(token);
    const kind = off && noticeKindOf(off.kind);
    if (!kind) throw notFound('page');
    const { email } = off;
    return { email, kind, what: noticeReasons[kind], action: `${action}?t=${token}` };
  };
  // Mail programs may send a multipart form. Its fields do not matter.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, async () => undefined);
  app.get<{ Querystring: { t?: unknown } }>('/notices/off', async (request, reply) => {
    const { email, what, action } = read(request);
    return show(request, reply, { page: 'switchOff', email, what, action });
  });
  app.post<{ Querystring: { t?: unknown } }>('/notices/off', async (request, reply) => {
    const { email, kind, what } = read(request);
    await notices.switchOff(email, kind);
    return show(request, reply, {
      page: 'message',
      title: 'These mails are switched off',
      message: `${email} gets no mail any more when ${what}. They are switched on again in the settings, or with rotamer notices set.`,
      link: { path: 'w?to=settings', text: 'To the settings' },
    });
  });
}
