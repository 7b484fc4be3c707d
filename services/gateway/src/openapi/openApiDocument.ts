import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { type Access, type Operation, rowOf } from '@rotamer/api/access.ts';
import type { RouteOptions } from 'fastify';
import { documentedRateHeaders } from '../limits/rateHeaders.ts';

/** Base of the OpenAPI document; routes and schemas are added to it. */
export const documentOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Rotamer',
      version: '1.0.0',
      description: 'Runs computational protein and molecule analysis tools as jobs, and workflows of them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [
      { name: 'Account', description: 'The API key and its workspace' },
      { name: 'Tools', description: 'Tools that jobs can run' },
      { name: 'Jobs', description: 'A job is one execution of a tool' },
      { name: 'Sharing', description: 'Sharing of jobs outside the workspace' },
      { name: 'Results', description: 'Files and structured items that a job produced' },
      { name: 'Files', description: 'Files that are saved once and used as inputs of many jobs' },
      { name: 'Projects', description: 'Projects group jobs, files and other resources of a workspace' },
      { name: 'Workflows', description: 'A workflow is a published pipeline of tools' },
      {
        name: 'Workflow runs',
        description:
          'A run is one execution of a workflow, pinned to a revision: jobs, attempts, selections and results',
      },
      { name: 'Contract', description: 'This OpenAPI document' },
    ],
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' } },
    },
    security: [{ apiKey: [] }],
  },
  convertConstToEnum: false,
  transformObject(made) {
    const { openapiObject } = made as { openapiObject: { paths: Paths } };
    correctRequired(openapiObject.paths);
    return openapiObject;
  },
  // Components keep the names they have in the code.
  refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `schema-${i}`) },
};

/** The headers of every response. */
const commonHeaders = {
  'X-Request-Id': { type: 'string', description: "The request's own X-Request-Id, or a generated one" },
  ...documentedRateHeaders,
};

interface Answer {
  description?: string;
  headers?: object;
  content?: object;
  type?: string;
}

/**
 * Completes the schema of a route: operationId, scope (also in words), links, and the headers of every response. HEAD routes
 * are not documented: each has the schema of its GET route.
 */
export function documentRoute(route: RouteOptions & { links?: object }): void {
  const { method, url, config, schema } = route;
  if (method === 'HEAD') return;
  const operation = config?.operation;
  if (!operation || !schema) throw new Error(`${method} ${url} has no config.operation`);
  const { access, links } = rowOf(operation);
  schema.operationId = operation;
  schema.security = access === 'public' ? [] : [{ apiKey: [access.scope] }];
  const words = schema.description ? `${schema.description}\n\n` : '';
  schema.description = `${words}${access === 'public' ? 'Needs no key.' : scopesInWords(access)}`;
  if (links) route.links = links;
  const answers = Object.entries(schema.response as object) as [string, Answer][];
  schema.response = Object.fromEntries(answers.map(([status, answer]) => [status, completeAnswer(answer)]));
}

function scopesInWords({ scope, role, withProject, withSavedFile }: Access): string {
  const more = [
    ...(withProject ? [`with a \`project_id\` also \`${withProject}\``] : []),
    ...(withSavedFile ? [`with a saved file also \`${withSavedFile}\``] : []),
  ];
  return `Needs the scope ${[`\`${scope}\``, ...more].join(', ')}, and the role ${role}.`;
}

/** A bare schema is the JSON body of a response. */
function completeAnswer(answer: Answer) {
  const { description = 'Success', headers, content = { 'application/json': { schema: answer } }, type } = answer;
  const complete = { description, headers: { ...commonHeaders, ...headers } };
  return type === 'null' ? { ...complete, type } : { ...complete, content };
}

interface Documented {
  operationId: Operation;
  requestBody?: { required: boolean };
  parameters?: { name: string; required?: boolean }[];
}

type Paths = Record<string, Record<string, Documented>>;

/** The generator calls every body required; headers are validated by the routes, so their schemas require none. */
function correctRequired(paths: Paths): void {
  for (const { operationId, requestBody, parameters = [] } of Object.values(paths).flatMap(Object.values<Documented>)) {
    const { optionalBody, requiredKey } = rowOf(operationId);
    if (requestBody && optionalBody) requestBody.required = false;
    const key = parameters.find(({ name }) => name === 'Idempotency-Key');
    if (key && requiredKey) key.required = true;
  }
}
