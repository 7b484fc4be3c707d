import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** A loopback TCP port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  return (await listenOnce(0)) as number;
}

/** Whether nobody listens on this loopback port at this moment. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined;
}

async function listenOnce(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  } finally {
    server.close();
  }
}
