import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

/** Tokens in the forms of a page: only who could read the page for this key and run has one, so no other site can send the form. */
export interface FormTokens {
  tokenFor(keyId: string, runId: string): string;
  isValid(token: string, keyId: string, runId: string): boolean;
}

export function createFormTokens(secret: string): FormTokens {
  const key = derivedKey(secret, 'review page forms');
  const tokenFor = (keyId: string, runId: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([keyId, runId]))
      .digest('base64url');
  return {
    tokenFor,
    isValid(token, keyId, runId) {
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenFor(keyId, runId))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
