/**
 * Returns the name of a cookie of this installation: with the port, unless that is 443 with TLS, and with the path of the public URL.
 * Browsers send cookies to all ports of a host, and the session's cookie to all paths. With one name, two installations on one host
 * would sign each other out.
 */
export function cookieName(publicUrl: string, name: string): string {
  const { protocol, port, pathname } = new URL(publicUrl);
  const shown = port || (protocol === 'https:' ? '' : '80');
  return `${name}${shown && `_${shown}`}${pathname.replace(/\/$/, '').replaceAll(/\W+/g, '_')}`;
}
