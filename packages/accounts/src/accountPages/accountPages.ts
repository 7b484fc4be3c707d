import type { SignInMethod } from '@rotamer/api/schemas/session.ts';
import { preparePages } from '@rotamer/http/pages/preparePages.ts';
import { createShowPage } from '@rotamer/http/pages/showPage.ts';
import type { FastifyInstance } from 'fastify';
import { recordRefusal } from '../audit/signIns.ts';
import type { AccountDeps } from '../deps.ts';
import { invitationPages } from '../invitationPages/invitationPages.ts';
import { createInvitationLinks } from '../invitations/invitationLinks.ts';
import { createBrowserForms } from '../sessions/browserForms.ts';
import { createBrowserSessions, pathAfterSignIn } from '../sessions/browserSessions.ts';
import { createFormTokens } from '../sessions/formTokens.ts';
import type { SignInFrame } from '../signIn/signInFrame.ts';
import { changeAccount } from './changeAccount.ts';
import { devicePages } from './devicePages.ts';
import { showAccount } from './showAccount.ts';
import { showLogin } from './showLogin.ts';
import { signInByLink } from './signInByLink.ts';

/** Maximum bytes of a form. */
const FORM_LIMIT = 8 * 1024;

/**
 * GET /login, /login/local, /account and /device, and the pages of invitations and of the other ways to sign in. They are not part
 * of the API: browsers have a cookie, and forms have tokens.
 */
export function accountPages(dependencies: AccountDeps) {
  const { shareSecret, clock, publicUrl, signInWays, invitations, workspaces, audit } = dependencies;
  const browsers = createBrowserSessions(dependencies);
  const secure = publicUrl.startsWith('https:');
  const forms = createBrowserForms({ tokens: createFormTokens(shareSecret, clock), secure });
  const show = createShowPage(dependencies.renderPage);
  const frameOf = (method: SignInMethod): SignInFrame => ({
    show,
    formToken: (request, reply) => forms.token(request, reply),
    isOwnForm: (request, token) => forms.isOwn(request, token),
    complete: (request, reply, signedIn) => browsers.begin(request, reply, { ...signedIn, method }),
    signedInAs: async (request) => (await browsers.find(request))?.userId,
    goOn: (request, reply) => reply.redirect(pathAfterSignIn(request, dependencies, '/'), 303),
    refused: (request, userId, reason) => recordRefusal(dependencies, request, { userId, method, reason }),
  });

  return async (app: FastifyInstance): Promise<void> => {
    await preparePages(app, {
      secret: shareSecret,
      purpose: 'account page cookies',
      formLimit: FORM_LIMIT,
      notFound: 'There is no such page.',
      renderPage: dependencies.renderPage,
    });
    showLogin(app, { ...dependencies, show }, browsers, forms);
    if (signInWays.takeLocalLink) signInByLink(app, { show, takeLocalLink: signInWays.takeLocalLink }, browsers, forms);
    signInWays.mail?.(app, frameOf('mail_link'));
    signInWays.oidc?.pages(app, frameOf('oidc'));
    invitationPages(app, {
      ...{ ...frameOf('invitation'), invitations, workspaces, publicUrl, audit, clock },
      links: createInvitationLinks({ publicUrl, secret: shareSecret }),
      async signedInAs(request) {
        const session = await browsers.find(request);
        return session && (await invitations.addressOf(session.userId));
      },
    });
    showAccount(app, { ...dependencies, show }, browsers, forms);
    changeAccount(app, dependencies, browsers, forms);
    devicePages(app, { ...dependencies, show }, browsers, forms);
  };
}
