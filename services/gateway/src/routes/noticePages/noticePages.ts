import { noticeKindOf, noticeReasons } from '@rotamer/api/schemas/notices.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { createOffLinks } from '@rotamer/kit/mail/offLinks.ts';
import { switchedOffPage, switchOffPage } from '@rotamer/pages/notices/pages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { basePathOf, rootOf } from '../../http/baseUrl.ts';
import { answerPage } from '../sharePage/answerPage.ts';
import { preparePages } from '../sharePage/preparePages.ts';

/** Maximum bytes of the form, whose fields are ignored. */
const FORM_LIMIT = 1_024;

type Needs = Pick<Deps, 'notices' | 'publicUrl' | 'shareSecret'>;

/** The pages of the links at the foot of mails. */
export function noticePages(dependencies: Needs & Pick<Deps, 'renderPage'>) {
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
export function addOffPage(app: FastifyInstance, { notices, publicUrl, shareSecret: secret }: Needs): void {
  const links = createOffLinks({ publicUrl, secret });
  const action = `${basePathOf(publicUrl)}/notices/off`;
  const read = (request: FastifyRequest<{ Querystring: { t?: unknown } }>) => {
    const token = String(request.query.t ?? '');
    const off = links.read(token);
    const kind = off && noticeKindOf(off.kind);
    if (!kind) throw notFound('page');
    const { email } = off;
    const view = { root: rootOf(request), action: `${action}?t=${token}`, email, what: noticeReasons[kind] };
    return { email, kind, view };
  };
  // Mail programs may send a multipart form. Its fields do not matter.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, async () => undefined);
  app.get<{ Querystring: { t?: unknown } }>('/notices/off', async (request, reply) =>
    answerPage(reply, switchOffPage(read(request).view)),
  );
  app.post<{ Querystring: { t?: unknown } }>('/notices/off', async (request, reply) => {
    const { email, kind, view } = read(request);
    await notices.switchOff(email, kind);
    return answerPage(reply, switchedOffPage(view));
  });
}
