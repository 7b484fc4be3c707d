import { watchConnections } from '@rotamer/kit/http/silentConnections.ts';
import type { FastifyInstance } from 'fastify';

/**
 * Drains connections before the server closes. Until `drained` resolves, the server still accepts requests, and Fastify sends
 * `Connection: close` with every response. So connections end between two requests, not during one. Then silent connections are
 * closed too. Register it last: the hook that ends open streams must run first.
 */
export function drain(app: FastifyInstance, drained?: () => Promise<unknown>): void {
  const connections = watchConnections(app.server);
  // In a separate scope, because Fastify calls an application's hooks before those of its plugins.
  app.register(async (last) => {
    last.addHook('preClose', async () => {
      if (connections.count() > 0) await drained?.();
      connections.closeSilent();
    });
  });
}
