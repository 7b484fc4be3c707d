import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets clients go before the server closes: until `drained` it still takes requests, and Fastify says `Connection: close`
 * in every answer, so connections in use end between two requests and not under one. Then unused connections are closed
 * too: Node counts those on which nothing was ever sent as busy, and would wait for their headers. Register it last: what
 * ends open streams comes before.
 */
export function drain(app: FastifyInstance, drained: () => Promise<unknown>): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  // In a scope of its own: Fastify calls the hooks of an application before those of what is registered in it.
  app.register(async (last) => {
    last.addHook('preClose', async () => {
      if (open.size > 0) await drained();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    });
  });
}
