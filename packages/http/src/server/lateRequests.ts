import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { ClientTimeouts } from './clientTimeouts.ts';
import type { Stalls } from './stalls.ts';

/** Stalls shorter than this are not compensated. */
const LITTLE_MS = 20;

/**
 * Returns a function that decides whether a request is really late when Node reports a timeout. The client gets back the time in
 * which this process was stalled, because its data may still wait in the kernel. Call it once per request.
 */
export function watchLateRequests(server: Server, { headersMs, requestMs }: ClientTimeouts, { missedMs }: Stalls) {
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request: IncomingMessage) => latest.set(request.socket, request));

  /** Waits for as long as the process was stalled in the last `lastMs`, and during this wait. */
  async function giveBack(lastMs: number, isHere: () => boolean): Promise<void> {
    let owedMs = missedMs(lastMs);
    while (owedMs > LITTLE_MS && !isHere()) {
      const began = performance.now();
      await sleep(owedMs);
      owedMs = missedMs(performance.now() - began);
    }
    // The event loop reads pending input after timers have fired.
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
      // Node no longer times this request.
      if (!request.complete) await sleep(requestMs - headersMs);
    }
    await giveBack(requestMs, () => isGone() || request.complete);
    return !isGone() && !request.complete;
  };
}
