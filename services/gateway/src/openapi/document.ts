import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { commonErrors, errors } from '../schemas/error.ts';

/** The frame of the OpenAPI document; routes and schemas fill it. */
export const documentOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Rotamer',
      version: '1.0.0',
      description: 'Runs computational protein and molecule analysis tools as jobs.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Account', description: 'The key and its workspace' },
      { name: 'Tools', description: 'What can be run' },
      { name: 'Jobs', description: 'One execution of a tool' },
      { name: 'Results', description: 'What a job left behind' },
      { name: 'Contract' },
    ],
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' } },
    },
    security: [{ apiKey: [] }],
  },
  convertConstToEnum: false,
  // Components are named as in the code.
  refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
};

/** Completes what each route says of itself: its scope, and what every route may answer. */
export function documentRoute(route: RouteOptions): void {
  const access = route.config?.access;
  if (!access) throw new Error(`${route.method} ${route.url} does not say who may use it`);
  route.schema ??= {};
  const response = route.schema.response as Record<number, unknown>;
  if (access === 'public') {
    route.schema.response = { ...response, ...errors('internal_error') };
    return;
  }
  route.schema.security = [{ apiKey: [access.scope] }];
  route.schema.response = mergeErrors(response, errors(...commonErrors));
}

/** A status that both have keeps the codes of both. */
function mergeErrors(own: Record<number, unknown>, common: Record<number, unknown>): Record<number, unknown> {
  return { ...common, ...own };
}
