import { cookieName } from './cookieName.ts';

/** Returns the name of the cookie of a session. Browsers take one with `__Host-` only over TLS, for one host and all its paths. */
export function sessionCookie(publicUrl: string): string {
  return cookieName(publicUrl, publicUrl.startsWith('https:') ? '__Host-rotamer' : 'rotamer');
}
