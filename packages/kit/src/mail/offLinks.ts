import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../derivedKey.ts';
import type { MailTemplate } from './mailTable.ts';

/** The links at the foot of mails, which switch a kind of mail off for an address without signing in. */
export interface OffLinks {
  link(email: string, kind: string): string;
  /** Returns what a token that we made switches off; undefined for any other text. */
  read(token: string): { email: string; kind: string } | undefined;
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
      return isOurs ? { email: Buffer.from(address, 'base64url').toString(), kind } : undefined;
    },
  };
}

/** Returns a template whose mails end with why the person gets them and the link that switches their kind off. */
export function withOffLink(
  template: MailTemplate,
  { links, kind, reason }: { links: OffLinks; kind: string; reason: string },
): MailTemplate {
  return (queued) => {
    const unsubscribe = links.link(queued.to, kind);
    const mail = template(queued);
    const foot = ['-- ', `You get this mail because ${reason}.`, `To switch such mails off, open ${unsubscribe}`, ''];
    return { ...mail, unsubscribe, text: [mail.text, ...foot].join('\n') };
  };
}
