import ipaddr from 'ipaddr.js';

/**
 * The block that an address is counted under: for IPv6 the /64 that a single site is assigned (RFC 6177), whose 2^64
 * addresses would otherwise each have a limit; for IPv4, also when mapped into IPv6, the address itself.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString() : `${parsed}`;
}
