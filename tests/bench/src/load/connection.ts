import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A keep-alive connection that carries one request at a time. */
export interface Connection {
  /** Resolves with the HTTP status once the whole response has arrived, or with 0 when the connection breaks. */
  send(request: Buffer): Promise<number>;
  /** Returns whether the server has closed the connection, as servers do when it is idle. */
  isClosed(): boolean;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Opens a connection of a client that reads only the status and length of a response. It costs a fifth of any HTTP
 * library, so on two cores the load generator is not the bottleneck. Chunked responses are not supported; our JSON
 * routes send none.
 */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, 'connect');

  let answer: ((status: number) => void) | undefined;
  let status = 0;
  /** Remaining bytes of the response; undefined while its head is incomplete. */
  let missing: number | undefined;
  let head: Buffer = Buffer.alloc(0);

  function take(chunk: Buffer): void {
    if (missing === undefined) {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      status = Number(text.slice(9, 12));
      missing = lengthOf(text, status) - (head.length - end - HEAD_END.length);
      head = Buffer.alloc(0);
    } else {
      missing -= chunk.length;
    }
    if (missing <= 0) finish(status);
  }

  function finish(result: number): void {
    missing = undefined;
    const resolve = answer;
    answer = undefined;
    resolve?.(result);
  }

  socket.on('data', take);
  socket.on('error', () => {}); // a 'close' event follows
  socket.on('close', () => finish(0));
  return {
    send(request) {
      return new Promise((resolve) => {
        if (socket.destroyed) return resolve(0);
        answer = resolve;
        socket.write(request);
      });
    },
    isClosed: () => socket.destroyed || socket.readableEnded,
    close: () => socket.destroy(),
  };
}

function lengthOf(head: string, status: number): number {
  if (status === 204 || status === 304) return 0;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`response without Content-Length:\n${head}`);
  return Number(length);
}
