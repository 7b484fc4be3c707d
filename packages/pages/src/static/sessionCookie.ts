/**
 * Returns the name of the cookie with the token of a person's session. Browsers take one with `__Host-` only over TLS, for one host
 * and all its paths. Without TLS the name contains the port, because browsers send cookies to all ports of a host: two stacks on one
 * machine would sign each other out.
 */
export function sessionCookie(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? '__Host-rotamer' : `rotamer_${port || 80}`;
}
