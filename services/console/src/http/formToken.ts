import { createHmac, timingSafeEqual } from 'node:crypto';
import { formOf, isFromOtherSite } from '@rotamer/http/request/form.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the token of all forms of one session. It is made from the token of the session, which is secret, random and never part of
 * a page. So no other site and no other session has it, it ends with the session, and every replica computes the same.
 */
export function formTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('forms of the console').digest('base64url');
}

/**
 * Refuses a form that was not sent from a page of the console in the same session. `token` is what the form has in its field.
 *
 * @throws forbidden
 */
export function refuseForeignForm(
  request: FastifyRequest,
  sessionToken: string,
  token = formOf(request).get('token') ?? '',
): void {
  const given = Buffer.from(token);
  const expected = Buffer.from(formTokenOf(sessionToken));
  if (!isFromOtherSite(request) && given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new Fault('forbidden', 'This form was not sent from its page, or you signed in again since.', {
    resolution: 'Open the page again and send the form from there.',
  });
}
