import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the range of ephemeral ports. In that range a service that restarts on its port would sometimes find it used by an
// outgoing connection.
const lowest = 20_000;
const highest = 32_000;

/** Returns a loopback TCP port that is free at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

/** Returns whether this port is free at the moment, on loopback or on another address of this machine. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  } finally {
    server.close();
  }
}
