import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Destinations inside the operator's network that requests for users may reach. */
export interface AllowList {
  /** The environment variable with the list, for messages. */
  variable: string;
  hosts: ReadonlySet<string>;
  networks: readonly Network[];
}

/**
 * Reads the allow list in an environment variable: host names, addresses and networks such as `10.1.0.0/16`, separated by commas.
 *
 * @throws Error naming the entry that is none of these
 */
export function readAllowList(text: string, variable = 'ROTAMER_WEBHOOK_ALLOW'): AllowList {
  const hosts = new Set<string>();
  const networks: Network[] = [];
  for (const entry of text.split(',').map((one) => one.trim().toLowerCase())) {
    if (entry === '') continue;
    if (isIP(entry)) networks.push(networkOf(`${entry}/${entry.includes(':') ? 128 : 32}`));
    // Without isIP, ipaddr.js would read 10.1 as 10.0.0.1.
    else if (isIP(entry.split('/')[0]!) && ipaddr.isValidCIDR(entry)) networks.push(networkOf(entry));
    else if (HOST.test(entry)) hosts.add(entry);
    else throw new Error(`${variable}: ${entry} is not a host name, an address or a network like 10.1.0.0/16`);
  }
  return { variable, hosts, networks };
}

/** A host name whose last label is not a number: WHATWG URLs read other texts as IPv4 addresses. */
const HOST = /^([a-z0-9_-]{1,63}\.)*[a-z][a-z0-9-]{0,62}$/;

const networkOf = (text: string): Network => ipaddr.parseCIDR(text);

/** IPv6 addresses that are routed on the Internet (RFC 4291, 2.4; IANA has assigned only this block). */
const GLOBAL_IPV6 = networkOf('2000::/3');

/** The address at which Azure serves the metadata and the DNS of a virtual machine. It is in a public range. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Returns whether requests for users may connect to an address: a public one, or one in the operator's allow list. Loopback, private,
 * link-local, shared (RFC 6598), multicast and reserved addresses are refused, and IPv6 addresses that embed an IPv4 address
 * (NAT64, 6to4, Teredo). An address mapped into IPv6 counts as the IPv4 address. A text that is not an address is refused.
 */
export function isAllowedAddress(text: string, { networks }: AllowList): boolean {
  if (!isIP(text) || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))) return true;
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false;
  return address.kind() === 'ipv4' || address.match(...GLOBAL_IPV6);
}
