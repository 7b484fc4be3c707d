import { randomBytes } from 'node:crypto';
import type { FormTokens } from '@rotamer/accounts/sessions/formTokens.ts';
import { answerPage } from '@rotamer/http/pages/answerPage.ts';
import type { SignInPage } from '@rotamer/pages/publicPages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The form for signing in with an API key. Its token belongs to a cookie that is set together with the form. Another site can
 * neither read the token nor set the cookie, so it cannot sign a visitor in with its own key (login CSRF).
 */
export interface SignInForm {
  /** Sends the form, with status 401. */
  show(request: FastifyRequest, reply: FastifyReply, view: SignInView): Promise<FastifyReply>;
  /** Returns whether the form of a request was shown to this browser within the last hour. */
  isOurs(request: FastifyRequest, token: string): boolean;
}

/** What the form shows, besides its token. */
type SignInView = Omit<SignInPage, 'page' | 'token'> & { root: string };

interface SignInFormOptions {
  tokens: FormTokens;
  /** The path of the pages to which the cookie is sent. */
  path: string;
  secure: boolean;
  page(view: SignInView & { token: string }): Promise<string>;
}

/** Why a form is refused, in words for its sender. */
export const KEY_REFUSED =
  'This key was not accepted: it is invalid, expired or revoked, or its workspace is on the free plan.';
export const FORM_REFUSED =
  'This form was not accepted: it is older than an hour, was not sent from this page, or the browser takes no cookies. Send it again.';

const COOKIE = 'sign_in_form';
const NONCE = /^[\w-]{22}$/;

export function createSignInForm({ tokens, path, secure, page }: SignInFormOptions): SignInForm {
  /** One nonce for all forms of a browser, so that several may be open. */
  const nonceOf = ({ cookies }: FastifyRequest) => (NONCE.test(cookies[COOKIE] ?? '') ? cookies[COOKIE] : undefined);
  return {
    async show(request, reply, view) {
      const nonce = nonceOf(request) ?? randomBytes(16).toString('base64url');
      reply.setCookie(COOKIE, nonce, { httpOnly: true, sameSite: 'lax', secure, path });
      const html = await page({ ...view, token: tokens.tokenFor('sign in', nonce) });
      return answerPage(reply.code(401), html);
    },
    isOurs(request, token) {
      const nonce = nonceOf(request);
      return nonce !== undefined && tokens.isValid(token, 'sign in', nonce);
    },
  };
}
