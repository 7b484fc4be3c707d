import { addressBlock } from '@rotamer/http/limits/addressBlock.ts';
import { formOf } from '@rotamer/http/request/form.ts';
import { basePathOf } from '@rotamer/http/server/baseUrl.ts';
import { safeNext } from '@rotamer/http/server/safeNext.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { isMailAddress } from '@rotamer/kit/mail/mail.ts';
import { MAILS_SIGNAL } from '@rotamer/kit/mail/sendMails.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type LinkLimits, ownerOf, readLink, requestLink, useLink } from '../loginLink/loginLinkStore.ts';
import type { LoginLinks } from '../loginLink/loginLinks.ts';
import { toLogin } from '../signIn/links.ts';
import type { SignInFrame } from '../signIn/signInFrame.ts';

export interface LoginLinkDeps extends SignInFrame {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  publicUrl: string;
  links: LoginLinks;
  limits: LinkLimits;
}

const texts = {
  sent: [
    'Look into your mailbox',
    'If this address has an account, a mail with a link is on its way. The link works once, for 15 minutes.',
  ],
  badAddress: ['This is not an e-mail address', 'Go back and enter the address of your account.'],
  tooMany: ['Too many requests', 'Too many links were asked for from your network. Try again in an hour.'],
  over: ['This link does not work any more', 'It was used, or it is older than 15 minutes. Ask for a new one.'],
  badForm: [
    'This form was not accepted',
    'It is older than an hour, or was not sent from the page. Open the link in the mail again.',
  ],
} as const;

/**
 * Signing in by mail. POST /login/mail asks for a link; its answer is the same whether or not the address has an account. It leads
 * to GET /login/mail/sent, so that a reload sends no second mail. GET /login/mail/link shows whom the link signs in, and POST confirms: mail scanners open links, but send no forms.
 */
export function loginLinkPages(app: FastifyInstance, deps: LoginLinkDeps): void {
  const { db, clock, links, show } = deps;
  const action = `${basePathOf(deps.publicUrl)}/login/mail/link`;
  const notice = (request: FastifyRequest, reply: FastifyReply, text: keyof typeof texts, status = 200) =>
    show(request, reply.code(status), {
      page: 'message',
      title: texts[text][0],
      message: texts[text][1],
      link: toLogin,
    });

  app.post('/login/mail', async (request, reply) => {
    const form = formOf(request);
    if (!deps.isOwnForm(request, form.get('token') ?? '')) return notice(request, reply, 'badForm', 400);
    const email = (form.get('email') ?? '').trim().toLowerCase();
    if (!isMailAddress(email)) return notice(request, reply, 'badAddress', 400);
    const asked = {
      ...{ id: newId('mail', clock()), email, now: clock() },
      ...{ address: addressBlock(request.ip), next: safeNext(form.get('next')) },
    };
    if (!(await requestLink(db, asked, deps.limits))) return notice(request, reply, 'tooMany', 429);
    deps.signals.send(MAILS_SIGNAL);
    return reply.redirect('mail/sent', 303);
  });

  app.get('/login/mail/sent', (request, reply) => notice(request, reply, 'sent'));

  /** Leads a browser on that is signed in with the link already: after a reload, the back button or a second click. */
  async function refuseOver(request: FastifyRequest, reply: FastifyReply, owner: string | undefined) {
    const isDone = owner !== undefined && owner === (await deps.signedInAs(request));
    return isDone ? deps.goOn(request, reply) : notice(request, reply, 'over', 410);
  }

  app.get<{ Querystring: { t?: unknown } }>('/login/mail/link', async (request, reply) => {
    const token = String(request.query.t ?? '');
    const id = links.idOf(token);
    const link = id && (await readLink(db, id, clock()));
    if (!link) return refuseOver(request, reply, id && (await ownerOf(db, id)));
    const view = { page: 'mailLink', action, email: link.email, t: token } as const;
    return show(request, reply, { ...view, token: deps.formToken(request, reply) });
  });

  app.post('/login/mail/link', async (request, reply) => {
    const form = formOf(request);
    if (!deps.isOwnForm(request, form.get('token') ?? '')) return notice(request, reply, 'badForm', 400);
    const id = links.idOf(form.get('t') ?? '');
    const used = id && (await useLink(db, id, clock()));
    if (used) return await deps.complete(request, reply, used);
    const userId = id && (await ownerOf(db, id));
    if (userId && userId !== (await deps.signedInAs(request))) await deps.refused(request, userId, 'link_over');
    return refuseOver(request, reply, userId);
  });
}
