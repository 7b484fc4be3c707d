import { randomBytes } from 'node:crypto';
import { isFromOtherSite } from '@rotamer/http/request/form.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormTokens } from './formTokens.ts';

/**
 * Forms of sign-in and account pages. The token of a form belongs to a cookie of the browser, and to a subject such as a session.
 * Another site can neither read the token nor set the cookie, so it cannot send the form.
 */
export interface BrowserForms {
  /** Returns the token for the forms of a page, and sets the cookie to which it belongs. */
  token(request: FastifyRequest, reply: FastifyReply, subject?: string): string;
  /** Returns whether a form was sent from a page that this browser was shown within the last hour. */
  isOwn(request: FastifyRequest, token: string, subject?: string): boolean;
}

const COOKIE = 'rotamer_form';
const NONCE = /^[\w-]{22}$/;

export function createBrowserForms({ tokens, secure }: { tokens: FormTokens; secure: boolean }): BrowserForms {
  const nonceOf = ({ cookies }: FastifyRequest) => (NONCE.test(cookies[COOKIE] ?? '') ? cookies[COOKIE] : undefined);
  return {
    token(request, reply, subject = '') {
      // One nonce for all forms of a browser, so that several may be open.
      const nonce = nonceOf(request) ?? randomBytes(16).toString('base64url');
      reply.setCookie(COOKIE, nonce, { httpOnly: true, sameSite: 'lax', secure, path: '/' });
      return tokens.tokenFor('account pages', nonce, subject);
    },
    isOwn(request, token, subject = '') {
      const nonce = nonceOf(request);
      return nonce !== undefined && !isFromOtherSite(request) && tokens.isValid(token, 'account pages', nonce, subject);
    },
  };
}

/** The error for a form that was not sent from its page. */
export function foreignForm(): Fault {
  return new Fault('forbidden', 'This form was not sent from its page, or is older than an hour.', {
    resolution: 'Open the page again and send the form from there.',
  });
}
