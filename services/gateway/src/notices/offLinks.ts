import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NoticeKind, noticeKinds } from '@rotamer/api/schemas/notices.ts';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

/** The links at the foot of mails, which switch a kind of mail off for an address without signing in. */
export interface OffLinks {
  link(email: string, kind: NoticeKind): string;
  /** Returns what a token that we made switches off; undefined for any other text. */
  read(token: string): { email: string; kind: NoticeKind } | undefined;
}

/** A token is `{kind}.{address in base64url}.{HMAC-SHA256 of both}`. It does not expire: old mails can be switched off too. */
export function createOffLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): OffLinks {
  const base = publicUrl.replace(/\/$/, '');
  const key = derivedKey(secret, 'links that switch mails off');
  const sign = (body: string) => createHmac('sha256', key).update(body).digest('base64url');
  return {
    link(email, kind) {
      const body = `${kind}.${Buffer.from(email).toString('base64url')}`;
      return `${base}/notices/off?t=${body}.${sign(body)}`;
    },
    read(token) {
      const [kind = '', address = '', signature = ''] = token.split('.', 3);
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(`${kind}.${address}`))];
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      const known = noticeKinds.find((one) => one === kind);
      return isOurs && known ? { email: Buffer.from(address, 'base64url').toString(), kind: known } : undefined;
    },
  };
}
