import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { rootOf } from '../http/rootOf.ts';

/** GET /w: leads to the home page of the workspace in which the person acted last. */
export function entrance(
  app: FastifyInstance,
  { openApi }: Pick<Deps, 'openApi'>,
  tokenOf: (request: FastifyRequest) => string,
): void {
  app.get('/w', async (request, reply) => {
    const { workspace } = await openApi({ token: tokenOf(request), address: request.ip }).session.get();
    return reply.redirect(`${rootOf(request)}w/${encodeURIComponent(workspace.id)}/`, 303);
  });
}
