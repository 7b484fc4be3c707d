import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection that was opened after `close` may send nothing, in milliseconds. */
const SILENCE_MS = 1_000;

/** The open connections of a server. */
export interface Connections {
  /** Number of open connections. */
  count(): number;
  /** Closes the connections on which no request was ever sent, also those that are opened from now on. */
  closeSilent(): void;
}

/**
 * Counts the connections of a server, so that those without any request can be closed when it stops. Node counts them as busy and
 * would wait for their headers. Browsers and undici open such connections in advance, or again after an aborted request.
 */
export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>();
  let closing = false;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    if (closing) setTimeout(() => closeIfSilent(socket), SILENCE_MS).unref();
  });
  return {
    count: () => open.size,
    closeSilent() {
      closing = true;
      for (const socket of open) closeIfSilent(socket);
    },
  };
}

function closeIfSilent(socket: Socket): void {
  if (socket.bytesRead === 0) socket.destroy();
}
