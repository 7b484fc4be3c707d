import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ClientTimeouts } from './clientTimeouts.ts';
import type { Stalls } from './stalls.ts';

/** Less than this is not worth waiting for again. */
const LITTLE_MS = 20;

/**
 * Whether the request on a connection is really late when Node says that its time is over. The time in which this process
 * did not listen is given back to the client: what it sent may wait in the kernel. To be asked once for each request.
 */
export function watchLateRequests(server: Server, { headersMs, requestMs }: ClientTimeouts, { missedMs }: Stalls) {
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request: IncomingMessage) => latest.set(request.socket, request));

  /** Waits as long as the process did not listen in the last so many milliseconds, and in this wait. */
  async function giveBack(lastMs: number, isHere: () => boolean): Promise<void> {
    let owedMs = missedMs(lastMs);
    while (owedMs > LITTLE_MS && !isHere()) {
      const began = performance.now();
      await sleep(owedMs);
      owedMs = missedMs(performance.now() - began);
    }
    // What has arrived is read after timers have fired.
    await setImmediate();
  }

  return async (socket: Socket): Promise<boolean> => {
    const last = latest.get(socket);
    const isGone = () => socket.destroyed || !socket.writable;
    let request = last?.complete === false ? last : undefined;
    if (!request) {
      await giveBack(headersMs, () => isGone() || latest.get(socket) !== last);
      if (isGone() || latest.get(socket) === last) return !isGone();
      request = latest.get(socket)!;
      // Node watches it no longer.
      if (!request.complete) await sleep(requestMs - headersMs);
    }
    await giveBack(requestMs, () => isGone() || request.complete);
    return !isGone() && !request.complete;
  };
}
