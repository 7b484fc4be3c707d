import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The faults of a link; none by default. They apply to open connections and to new ones. */
export interface Toxics {
  /** Delay of every byte, in both directions. */
  latencyMs?: number;
  bytesPerSecond?: number;
  /** Resets open connections, and new ones as soon as they are made. */
  down?: boolean;
  /** Nothing arrives and nothing is closed until the link is healed, as in a network that loses every packet. */
  silent?: boolean;
  /** Resets each connection after this many bytes from the server. */
  cutAfterBytes?: number;
  /** Resets each connection after this many bytes from its client. */
  cutAfterSent?: number;
  /** Responds with this text to any request, then ends the connection. */
  answer?: string;
}

/** Inspects the bytes of one connection. It must assemble messages itself. */
export interface Inspector {
  sent(bytes: Buffer): void;
  /** Returns true to drop the response and reset the connection. */
  cutsAt(bytes: Buffer): boolean;
}

export interface FaultProxy {
  /** `host:port` for clients. */
  address: string;
  port: number;
  /** Replaces the current faults. */
  poison(toxics: Toxics): void;
  /** Removes all faults. Bytes that a silent link held back arrive now. */
  heal(): void;
  /** Resets the open connections. */
  reset(): void;
  stop(): Promise<void>;
}

/** A TCP proxy in front of `target` (`host:port`) that simulates network faults. */
export async function startFaultProxy(target: string, inspect?: () => Inspector): Promise<FaultProxy> {
  const [, host, port] = /^(.*):(\d+)$/.exec(target)!;
  const connections = new Set<() => void>();
  let toxics: Toxics = {};
  let changed = Promise.withResolvers<void>();

  function poison(next: Toxics): void {
    toxics = next;
    changed.resolve();
    changed = Promise.withResolvers();
    if (toxics.down) reset();
  }

  function reset(): void {
    for (const cut of connections) cut();
  }

  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (toxics.down) return void client.resetAndDestroy();
    const upstream = net.connect({ host, port: Number(port), allowHalfOpen: true, noDelay: true });
    const inspector = inspect?.();
    let sent = 0;
    let answered = 0;
    const cut = () => {
      client.resetAndDestroy();
      upstream.destroy();
    };
    connections.add(cut);
    for (const socket of [client, upstream]) {
      socket.on('error', cut);
      socket.on('close', () => connections.delete(cut));
    }
    carry(client, upstream, (bytes) => {
      sent += bytes.length;
      if (toxics.answer) client.end(toxics.answer);
      else if (sent > (toxics.cutAfterSent ?? Infinity)) cut();
      else inspector?.sent(bytes);
      return !toxics.answer && !client.destroyed;
    });
    carry(upstream, client, (bytes) => {
      answered += bytes.length;
      const passes = !inspector?.cutsAt(bytes) && answered <= (toxics.cutAfterBytes ?? Infinity);
      if (!passes) cut();
      return passes;
    });
  });

  /** Forwards the bytes of `from`, in order and with every delay. `passes` sees the bytes first and may refuse them. */
  function carry(from: net.Socket, to: net.Socket, passes: (bytes: Buffer) => boolean): void {
    let last: Promise<void> = Promise.resolve();
    const inTurn = (step: () => Promise<void> | void) => {
      last = last.then(step);
    };
    from.on('data', (bytes: Buffer) => {
      const due = performance.now() + (toxics.latencyMs ?? 0);
      inTurn(async () => {
        await sleep(Math.max(0, due - performance.now()));
        for (const piece of pieces(bytes)) {
          while (toxics.silent) await changed.promise;
          if (toxics.bytesPerSecond) await sleep((1000 * piece.length) / toxics.bytesPerSecond);
          if (to.destroyed || !passes(piece)) return;
          to.write(piece);
        }
      });
    });
    from.on('end', () => inTurn(() => void to.end()));
  }

  /** Divides bytes. A slow link sends a tenth of a second at a time, so that it is fast again soon after it is healed. */
  function pieces(bytes: Buffer): Buffer[] {
    const size = Math.ceil((toxics.bytesPerSecond ?? Infinity) / 10);
    if (bytes.length <= size) return [bytes];
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as net.AddressInfo).port;
  return {
    address: `127.0.0.1:${own}`,
    port: own,
    poison,
    heal: () => poison({}),
    reset,
    async stop() {
      poison({ down: true });
      server.close();
      await once(server, 'close');
    },
  };
}
