import { isIP } from 'node:net';
import { type AllowList, isAllowedAddress } from './allowList.ts';

/** Most characters of a URL. */
export const MAX_URL = 2048;

/** Ports of other protocols above 1023, which fetch refuses too (https://fetch.spec.whatwg.org/#port-blocking). */
const OTHER_PROTOCOLS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/**
 * Returns why no request for a user may go to a URL, or undefined. Names are not resolved here: the address of a name is
 * checked when the connection is made.
 */
export function destinationProblem(text: string, allow: AllowList): string | undefined {
  if (text.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters';
  if (!URL.canParse(text)) return 'must be an absolute URL, such as https://example.org/hooks';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://';
  if (url.username || url.password) return 'must not contain a user name or password';
  if (url.hash || text.includes('#')) return 'must not contain a fragment (#…)';
  const host = hostOf(url);
  if (allow.hosts.has(host)) return undefined;
  if (isIP(host) && !isAllowedAddress(host, allow))
    return `must lead to a public address; an operator can allow others with ${allow.variable}`;
  return portProblem(url);
}

/** Returns the host of a URL, without the brackets of an IPv6 address and without the dot at the end of a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function portProblem({ port }: URL): string | undefined {
  const number = Number(port);
  if (port === '' || port === '80' || port === '443') return undefined;
  if (number >= 1024 && !OTHER_PROTOCOLS.has(number)) return undefined;
  return `must use port 80, 443 or one above 1023 that is not reserved for another protocol, not ${port}`;
}
