import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Drains connections before the server closes. Until `drained` resolves, the server still accepts requests, and Fastify sends
 * `Connection: close` with every response. So connections end between two requests, not during one. Then unused connections are
 * closed too, because Node counts connections without any request as busy and would wait for their headers. Register it last:
 * the hook that ends open streams must run first.
 */
export function drain(app: FastifyInstance, drained: () => Promise<unknown>): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  // In a separate scope, because Fastify calls an application's hooks before those of its plugins.
  app.register(async (last) => {
    last.addHook('preClose', async () => {
      if (open.size > 0) await drained();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    });
  });
}
