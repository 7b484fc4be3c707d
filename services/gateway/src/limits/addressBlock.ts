import ipaddr from 'ipaddr.js';

/**
 * What one address is counted under: of IPv6 the /64 that a single site is given (RFC 6177), whose 2^64 addresses would
 * otherwise be as many limits; IPv4 as it is, also when it is mapped into IPv6.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString() : `${parsed}`;
}
