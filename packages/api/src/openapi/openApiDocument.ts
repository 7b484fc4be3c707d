import type { Operation } from '../operation/operation.ts';
import { tags } from '../operation/tags.ts';
import { operations } from '../operations.ts';
import { describeOperation } from './describeOperation.ts';
import type { OpenApiDocument } from './document.ts';
import { namedSchemas } from './namedSchemas.ts';
import { publishDocument } from './publishDocument.ts';

/** Returns the OpenAPI document of the API for the clients of one server. It is a new object each time, which may be changed. */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  return publishDocument(describedApi(), publicUrl);
}

/** Returns the schemas that validate requests, as an OpenAPI document. */
function describedApi() {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of inReadingOrder()) {
    const path = `/api/v1${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rotamer',
      version: '1.0.0',
      description: 'Runs computational protein and molecule analysis tools as jobs, and workflows of them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' } },
      schemas: Object.fromEntries(namedSchemas.map(({ $id, ...schema }) => [$id, toComponents(schema)])),
    },
    paths: toComponents(paths),
    security: [{ apiKey: [] }],
    tags,
  };
}

/**
 * Returns the operations by tag. Within a tag, paths that can be read come first, then paths that are only actions. GET comes
 * before other methods. The tests of the samples run them in this order.
 */
function inReadingOrder(): Operation[] {
  const readable = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path));
  const key = ({ tag, path, method }: Operation) => {
    const rank = tags.findIndex(({ name }) => name === tag);
    return [rank, readable.has(path) ? 0 : 1, path, method === 'GET' ? 0 : 1].join(' ');
  };
  return [...operations].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Rewrites schemas for OpenAPI: references lead to components, and maps have `additionalProperties`. */
function toComponents<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (name, value) => {
    if (name === '$ref') return String(value).replace(/^(\w+)#$/, '#/components/schemas/$1');
    const values = value?.patternProperties?.['^.*$'];
    if (!values) return value;
    const { patternProperties: _, ...schema } = value;
    return { ...schema, additionalProperties: values };
  });
}
