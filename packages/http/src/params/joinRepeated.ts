import type { FastifyRequest } from 'fastify';

/**
 * Returns a hook that reads a parameter of the query which is sent several times, such as `label=a=1&label=b=2`, as one list that is
 * separated by commas. The list is validated like one that was sent so.
 */
export function joinRepeated(...names: readonly string[]): (request: FastifyRequest) => Promise<void> {
  return async ({ query }) => {
    const values = query as Record<string, unknown>;
    for (const name of names) if (Array.isArray(values[name])) values[name] = values[name].join(',');
  };
}
