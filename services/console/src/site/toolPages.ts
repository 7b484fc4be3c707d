import type { FastifyInstance } from 'fastify';
import { rootOf } from '../http/rootOf.ts';

/** GET /w/{workspace}/tools and /tools/{id}: lead to the public pages of tools. */
export function toolPages(app: FastifyInstance): void {
  app.get('/w/:workspace/tools', (request, reply) => reply.redirect(`${rootOf(request)}tools`, 303));
  app.get<{ Params: { toolId: string } }>('/w/:workspace/tools/:toolId', (request, reply) =>
    reply.redirect(`${rootOf(request)}tools/${encodeURIComponent(request.params.toolId)}`, 303),
  );
}
