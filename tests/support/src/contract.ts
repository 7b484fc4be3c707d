import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The part of an OpenAPI document that the checks read. */
export interface OpenApi {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Described>;
    parameters: Record<string, Parameter>;
  };
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: JsonSchema;
}

/** A response, or a reference to one among the components. */
interface Described {
  $ref?: string;
  content?: Record<string, unknown>;
}

export interface Operation {
  operationId: string;
  summary: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Described>;
}

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  examples?: unknown[];
}

/** One response of the public API, before its validation. */
export interface SeenAnswer {
  method: string;
  /** The path with its query. */
  path: string;
  status: number;
  contentType: string | null;
  /** Parsed if the response is JSON. */
  body: unknown;
}

/** The published contract, and validation of responses. */
export interface Contract {
  document: OpenApi;
  /** Every operation of the document, with references to parameters resolved. */
  operations: { method: string; path: string; operation: Operation }[];
  /** Throws when the response does not conform to the contract. */
  check(answer: SeenAnswer): void;
  /** Throws when a value does not conform to the component schema. */
  checkValue(schema: string, value: unknown): void;
}

const documentId = 'openapi.json';

/**
 * Fetches the contract that a stack publishes. A stack that has just started on a busy machine may return 503, which is
 * retried.
 */
export async function loadContract(baseUrl: string): Promise<Contract> {
  const answer = await fetch(new URL('/api/v1/openapi.json', baseUrl));
  if (answer.status === 503 && answer.headers.has('retry-after')) {
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
    return loadContract(baseUrl);
  }
  if (!answer.ok) throw new Error(`GET /openapi.json returned ${answer.status}`);
  return createContract((await answer.json()) as OpenApi);
}

export function createContract(document: OpenApi): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(closed(document), documentId);
  const compiled = new Map<string, ValidateFunction>();

  function validate(pointer: string, value: unknown, what: string): void {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${documentId}#${pointer}` });
    compiled.set(pointer, known);
    if (known(value)) return;
    throw new Error(
      `${what} violates the contract: ${ajv.errorsText(known.errors)}\n${JSON.stringify(value, null, 2)}`,
    );
  }

  const inPlace = (parameter: Parameter & { $ref?: string }) =>
    parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: { ...operation, parameters: operation.parameters?.map(inPlace) },
    })),
  );
  const routes = operations.map((route) => ({ ...route, pattern: patternOf(route.path) }));
  const checkValue = (schema: string, value: unknown) => validate(`/components/schemas/${schema}`, value, schema);

  return {
    document,
    operations,
    checkValue,
    check({ method, path, status, contentType, body }) {
      const what = `${status} of ${method} ${path}`;
      const decoded = decodePath(path.split('?', 1)[0]!);
      // If two paths match, the path with fewer parameters is meant.
      const paths = routes.filter(({ pattern }) => pattern.test(decoded)).map((known) => known.path);
      const meant = paths.sort((a, b) => a.split('{').length - b.split('{').length)[0];
      const route = routes.find((known) => known.method === method && known.path === meant);
      if (!route) {
        if (status < 400) throw new Error(`${what}: the contract has no such route`);
        return checkValue('Error', body);
      }
      const described = route.operation.responses[status];
      if (!described) throw new Error(`${what}: this status is not in the contract\n${JSON.stringify(body)}`);
      const type = contentType?.split(';', 1)[0] ?? '';
      const shared = described.$ref?.split('/').at(-1);
      const { content } = shared === undefined ? described : document.components.responses[shared]!;
      if (!content?.[type]) throw new Error(`${what}: content type '${type}' is not in the contract`);
      if (type !== 'application/json') return;
      const own = ['paths', route.path, method.toLowerCase(), 'responses', String(status)];
      const place = shared === undefined ? own : ['components', 'responses', shared];
      validate([...place, 'content', type, 'schema'].map(toPointer).join(''), body, what);
    },
  };
}

/**
 * Returns a copy of the document in which schemas allow no additional fields. Clients must accept new fields, but a
 * test must notice a field that was added by mistake.
 */
export function closed(document: OpenApi): object {
  return JSON.parse(JSON.stringify(document), (name, part) => {
    const isObject = part?.type === 'object' && Object.keys(part.properties ?? {}).length > 0;
    if (['if', 'then', 'else', 'source'].includes(name)) return part;
    return isObject ? { additionalProperties: false, ...part } : part;
  });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** Returns an empty path, which matches no route, if the path cannot be decoded. */
function decodePath(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return '';
  }
}

/** Encodes one step of a JSON pointer (RFC 6901) for a URI fragment. */
function toPointer(step: string): string {
  return `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}
