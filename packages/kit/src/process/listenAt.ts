import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host name or address (IPv6 in brackets) and a port. */
const ADDRESS = /^\[?([^[\]\s]+?)\]?:(\d{1,5})$/;

/**
 * Lets a server listen at the `host:port` of a setting; port 0 picks a free one.
 *
 * @returns the port
 * @throws Error naming the variable, when its value is not an address
 */
export async function listenAt(server: Server, address: string, variable: string): Promise<number> {
  const [, host, port] = ADDRESS.exec(address) ?? [];
  if (!host) throw new Error(`${variable}: '${address}' is not host:port`);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
