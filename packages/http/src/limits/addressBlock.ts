import ipaddr from 'ipaddr.js';

/**
 * Returns the block under which an address is counted. For IPv6 it is the /64 that a single site gets (RFC 6177); otherwise each
 * of its 2^64 addresses would have its own limit. For IPv4, also mapped into IPv6, it is the address itself.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString() : `${parsed}`;
}
