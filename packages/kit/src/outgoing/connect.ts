import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowList, isAllowedAddress } from './allowList.ts';

/** The destination has no address that requests for users may connect to. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress';
}

export interface ConnectOptions {
  allow: AllowList;
  /** How long a connection may take, with its TLS handshake. */
  timeoutMs: number;
  /** Resolves names; by default the system's resolver. */
  lookup?: typeof dns.lookup;
}

/**
 * Returns undici's connector for requests to addresses that users choose. It connects only to addresses that `isAllowedAddress` accepts. The addresses
 * that it has checked are those that it connects to, so a name that resolves differently the next time gains nothing.
 */
export function connectChecked({ allow, timeoutMs, lookup = dns.lookup }: ConnectOptions): buildConnector.connector {
  const resolve: LookupFunction = (host, { all: wantsAll, ...options }, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const allowed = allow.hosts.has(nameOf(host))
        ? found
        : found.filter(({ address }) => isAllowedAddress(address, allow));
      const [first] = allowed;
      if (!first) done(new RefusedAddress(), '');
      else if (wantsAll) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ lookup: resolve, timeout: timeoutMs, maxCachedSessions: 0 });
  return (options, callback) => {
    const host = nameOf(options.hostname);
    // Node does not look up a host that is an address.
    if (isIP(host) && !isAllowedAddress(host, allow) && !allow.hosts.has(host))
      return callback(new RefusedAddress(), null);
    connect(options, callback);
  };
}

const nameOf = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
