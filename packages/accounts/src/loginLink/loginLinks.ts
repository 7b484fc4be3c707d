import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The links that sign people in. */
export interface LoginLinks {
  /** Returns the URL of the page that asks to confirm the sign-in. */
  link(id: string): string;
  /** Returns the id inside a token that we made; undefined for any other text. */
  idOf(token: string): string | undefined;
}

/**
 * Creates links with tokens `{id}.{HMAC-SHA256 of the id}`. The key is used for nothing else. No token is stored, so a copy of the
 * database signs nobody in.
 */
export function createLoginLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): LoginLinks {
  const base = publicUrl.replace(/\/$/, '');
  const key = derivedKey(secret, 'login links');
  const sign = (id: string) => createHmac('sha256', key).update(id).digest('base64url');
  return {
    link: (id) => `${base}/login/mail/link?t=${id}.${sign(id)}`,
    idOf(token) {
      const [id = '', signature = ''] = token.split('.', 2);
      if (!isId('mail', id)) return undefined;
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(id))];
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
  };
}
