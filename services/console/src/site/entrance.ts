import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** A page of a workspace to which other pages may lead: `tools/protein-properties`. */
const PAGE = /^[a-z]+(\/[\w-]+)*$/;

/** GET /w: leads to the workspace in which the person acted last; `?to=tools/{id}`: to this page of it. */
export function entrance(
  app: FastifyInstance,
  { openApi }: Pick<Deps, 'openApi'>,
  tokenOf: (request: FastifyRequest) => string,
): void {
  app.get<{ Querystring: { to?: unknown } }>('/w', async (request, reply) => {
    const { workspace } = await openApi({ token: tokenOf(request), address: request.ip }).session.get();
    const { to } = request.query;
    const page = typeof to === 'string' && PAGE.test(to) ? to : '';
    return reply.redirect(`${rootOf(request)}w/${encodeURIComponent(workspace.id)}/${page}`, 303);
  });
}
