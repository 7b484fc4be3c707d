import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { Invitation } from './invitationStore.ts';

/** The links of invitations. */
export interface InvitationLinks {
  /** Returns the URL of the page that asks to accept. */
  link(invitation: Pick<Invitation, 'id' | 'email'>): string;
  /** Returns the id inside a token, unchecked; undefined for text that is not a token. */
  idOf(token: string): string | undefined;
  isValid(token: string, invitation: Pick<Invitation, 'id' | 'email'>): boolean;
}

/**
 * Creates links with tokens `{id}.{HMAC-SHA256 of id and address}`. The key is used for nothing else. No token is stored, so a
 * copy of the database makes nobody a member.
 */
export function createInvitationLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): InvitationLinks {
  const base = publicUrl.replace(/\/$/, '');
  const key = derivedKey(secret, 'invitations to workspaces');
  const tokenOf = ({ id, email }: Pick<Invitation, 'id' | 'email'>) =>
    `${id}.${createHmac('sha256', key)
      .update(JSON.stringify([id, email]))
      .digest('base64url')}`;
  return {
    link: (invitation) => `${base}/invitations/${tokenOf(invitation)}`,
    idOf(token) {
      const [id = ''] = token.split('.', 1);
      return isId('inv', id) ? id : undefined;
    },
    isValid(token, invitation) {
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(invitation))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
