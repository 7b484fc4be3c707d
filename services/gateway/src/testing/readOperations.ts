import type { FastifyInstance } from 'fastify';

/** One operation of the API, as its contract describes it. */
export interface ApiOperation {
  operationId: string;
  method: string;
  /** Path with parameters: `/api/v1/jobs/{jobId}/status`. */
  path: string;
  /** Whether it can be used without a key. */
  isPublic: boolean;
}

/** Returns every operation of the application. Tests generated from this list cannot miss a route. */
export async function readOperations(app: FastifyInstance): Promise<ApiOperation[]> {
  const { paths } = (await app.inject('/api/v1/openapi.json')).json() as Contract;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security }]) => {
      return { operationId, method: method.toUpperCase(), path, isPublic: security?.length === 0 };
    }),
  );
}

/** Returns the operation that serves a request; `url` without `/api/v1`. Of two matching paths, the one with fewer parameters. */
export function operationOf(operations: ApiOperation[], method: string, url: string): ApiOperation | undefined {
  const [path] = `/api/v1${url}`.split('?');
  return operations
    .filter((one) => one.method === method && patternOf(one.path).test(path!))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

interface Contract {
  paths: Record<string, Record<string, { operationId: string; security?: object[] }>>;
}
