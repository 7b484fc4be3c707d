import { isIP } from 'node:net';
import { UsageError } from './options.ts';

/** The address on which the gateways listen, and the port of the first gateway, if it was given. */
export interface HttpListen {
  host: string;
  port?: number;
}

const LOOPBACK = '127.0.0.1';

/**
 * Returns the address on which the gateways listen: loopback, unless ROTAMER_HTTP_LISTEN names another.
 *
 * @throws UsageError when it is not `host:port`, or contradicts `--port`
 */
export function httpListenOf(listen: string | undefined, port: number | undefined): HttpListen {
  if (!listen) return { host: LOOPBACK, port };
  const [, host, digits] = /^(\[[\da-f:.]+\]|[^\s:]+):(\d{1,5})$/i.exec(listen) ?? [];
  if (!host || Number(digits) > 65_535)
    throw new UsageError(`ROTAMER_HTTP_LISTEN must be host:port, such as 0.0.0.0:8080, not '${listen}'`);
  if (port !== undefined && port !== Number(digits))
    throw new UsageError(`--port ${port} and ROTAMER_HTTP_LISTEN=${listen} name two ports. Leave one of them out.`);
  return { host, port: Number(digits) };
}

/** Returns the base URL at which this machine reaches a gateway that listens on this address. */
export function reachedAt(address: string): string {
  return `http://${address.replace(/^0\.0\.0\.0:/, `${LOOPBACK}:`).replace(/^\[::\]:/, '[::1]:')}`;
}

/** Returns whether other machines may reach a gateway that listens on this host. */
export function isOpenToOthers(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name !== 'localhost' && name !== '::1' && !(isIP(name) === 4 && name.startsWith('127.'));
}

/** Returns the warning for a start with a host that other machines may reach. */
export function openWarning(host: string, publicUrl: string | undefined): string {
  const links = publicUrl
    ? ''
    : ' Links lead to this machine only: set ROTAMER_PUBLIC_URL to the address that other machines use.';
  return `Warning: listening on ${host} without TLS. Anyone who reaches this machine can use the API with a key, and can read keys on the way.${links}`;
}
