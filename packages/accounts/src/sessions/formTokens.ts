import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@rotamer/kit/clock.ts';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

/** How long a form may be sent after its page was shown, in seconds; the same as a session. */
const FORM_SECONDS = 60 * 60;

/**
 * Tokens in the forms of pages. Only a reader of the page has a token, so other sites cannot send the form. A token is valid for
 * one subject, such as a key and a run, and expires with the session.
 */
export interface FormTokens {
  tokenFor(...subject: string[]): string;
  isValid(token: string, ...subject: string[]): boolean;
}

/** A token is `{end in seconds}.{HMAC-SHA256 over the end and the subject}`. */
export function createFormTokens(secret: string, clock: Clock): FormTokens {
  const key = derivedKey(secret, 'page forms');
  const now = () => Math.floor(clock().getTime() / 1000);
  const tokenUntil = (end: number, subject: string[]) => {
    const signature = createHmac('sha256', key).update(JSON.stringify([end, ...subject]));
    return `${end}.${signature.digest('base64url')}`;
  };
  return {
    tokenFor: (...subject) => tokenUntil(now() + FORM_SECONDS, subject),
    isValid(token, ...subject) {
      const end = Number.parseInt(token, 10);
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenUntil(end, subject))];
      return given.length === expected.length && timingSafeEqual(given, expected) && now() < end;
    },
  };
}
