import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@rotamer/kit/clock.ts';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

/** How long a person may take at the provider, in seconds. */
export const STATE_SECONDS = 10 * 60;

/** A sign-in that is in progress. */
export interface SignInState {
  /** Comes back with the code; also the name under which the browser keeps the sign-in. */
  state: string;
  /** In the ID token. */
  nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string;
  /** Where the person wanted to go. */
  next: string;
}

export interface SignInStates {
  begin(next: string): SignInState;
  /** Returns the text for a signed cookie. */
  toCookie(providerId: string, state: SignInState): string;
  /** Returns the sign-in of a cookie whose signature is valid; undefined when it is over or belongs to another provider. */
  fromCookie(providerId: string, text: string): SignInState | undefined;
}

/**
 * The nonce and the code verifier are derived from the state, with keys that are used for nothing else. So the cookie has no
 * secret, and a state is never used with another's nonce.
 */
export function createSignInStates(secret: string, clock: Clock): SignInStates {
  const [nonceKey, verifierKey] = [derivedKey(secret, 'OpenID nonce'), derivedKey(secret, 'OpenID code verifier')];
  const derive = (key: string, state: string) => createHmac('sha256', key).update(state).digest('base64url');
  const of = (state: string, next: string): SignInState => ({
    ...{ state, next },
    nonce: derive(nonceKey, state),
    verifier: derive(verifierKey, state),
  });
  const now = () => Math.floor(clock().getTime() / 1000);
  return {
    begin: (next) => of(randomBytes(24).toString('base64url'), next),
    toCookie: (providerId, { state, next }) =>
      Buffer.from(JSON.stringify([providerId, state, now() + STATE_SECONDS, next])).toString('base64url'),
    fromCookie(providerId, text) {
      const [provider, state, end, next] = readParts(text);
      return provider === providerId && now() < Number(end) ? of(String(state), String(next)) : undefined;
    },
  };
}

/** A signature does not name its cookie, so the text may be that of another signed cookie. */
function readParts(text: string): unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
