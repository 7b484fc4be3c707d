import { Fault } from '@rotamer/kit/fault.ts';
import type { FastifyInstance } from 'fastify';

interface KnownRoute {
  /** Path segments; one that starts with `:` stands for any text, a last `*` for the rest. */
  segments: string[];
  method: string;
}

/**
 * Refuses what no route takes, before a body is read: 405 with Allow where the path exists with another method, else
 * 404. Stands in the order of checks where it is called among the hooks.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) known.push({ segments: url.split('/'), method: one });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = request.url.split('?', 1)[0]!.split('/');
    const allowed = known
      .filter((route) => matches(route.segments, path))
      .map((route) => route.method)
      .sort();
    if (allowed.length === 0) throw new Fault('not_found', 'No such route.', { resolution: 'Check the path.' });
    reply.header('allow', allowed.join(', '));
    throw new Fault('method_not_allowed', `This path takes ${allowed.join(', ')}.`);
  });
}

function matches(segments: string[], path: string[]): boolean {
  if (segments.at(-1) === '*') return segments.slice(0, -1).every((segment, i) => segment === path[i]);
  return (
    segments.length === path.length &&
    segments.every((segment, i) => (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
  );
}
