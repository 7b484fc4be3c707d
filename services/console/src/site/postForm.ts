import { formOf } from '@rotamer/http/request/form.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { pathTo } from './site.ts';
import type { Visit, VisitOf } from './visit.ts';

/** A form that a person sent from a page of the console. */
export interface SentForm extends Visit {
  form: URLSearchParams;
  /** Returns a field without white space around it; empty when it is missing. */
  field(name: string): string;
  /** The parts of the path that the route names. */
  params: Record<string, string>;
}

/**
 * POST /w/{workspace}/{path}: checks that the form was sent from its page, and does what it asks for. The API checks the role of the
 * person. `change` returns the page of the workspace to which the browser is led.
 */
export function postForm(
  app: FastifyInstance,
  visit: VisitOf,
  path: string,
  change: (sent: SentForm) => Promise<string>,
): void {
  app.post(`/w/:workspace/${path}`, async (request: FastifyRequest, reply) => {
    const here = visit(request);
    refuseForeignForm(request, here.token);
    const form = formOf(request);
    const params = request.params as Record<string, string>;
    const next = await change({ ...here, form, params, field: (name) => form.get(name)?.trim() ?? '' });
    return reply.redirect(pathTo({ root: rootOf(request), workspace: { id: here.workspaceId } }, next), 303);
  });
}
