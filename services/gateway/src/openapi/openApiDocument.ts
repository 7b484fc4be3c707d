import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { documentedRateHeaders } from '../limits/rateHeaders.ts';

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
      { name: 'Sharing', description: 'Who outside the workspace may look at a job' },
      { name: 'Results', description: 'What a job left behind' },
      { name: 'Files', description: 'Saved once, used in many jobs' },
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

/** The headers of every answer. */
const commonHeaders = {
  'X-Request-Id': { type: 'string', description: "The client's own X-Request-Id, or a new one" },
  ...documentedRateHeaders,
};

interface Answer {
  description?: string;
  headers?: object;
  content?: object;
  type?: string;
}

/** Completes what each route says of itself: its scope, and the headers of every answer. */
export function documentRoute({ method, url, config, schema }: RouteOptions): void {
  const access = config?.access;
  if (!access || !schema) throw new Error(`${method} ${url} does not say who may use it`);
  if (access !== 'public') schema.security = [{ apiKey: [access.scope] }];
  const answers = Object.entries(schema.response as object) as [string, Answer][];
  schema.response = Object.fromEntries(answers.map(([status, answer]) => [status, completeAnswer(answer)]));
}

/** A bare schema is the JSON body of an answer. */
function completeAnswer(answer: Answer) {
  const { description = 'Success', headers, content = { 'application/json': { schema: answer } }, type } = answer;
  const complete = { description, headers: { ...commonHeaders, ...headers } };
  return type === 'null' ? { ...complete, type } : { ...complete, content };
}
