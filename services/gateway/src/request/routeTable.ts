import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';

interface KnownRoute {
  /** Path segments; one that starts with `:` stands for any text, a last `*` for the rest. */
  segments: string[];
  method: string;
}

/** The methods that a path supports, sorted; none for an unknown path. */
export type AllowedMethods = (url: string) => string[];

/** Records every route that is added to the application from now on. */
export function noteRoutes(app: FastifyInstance): AllowedMethods {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) known.push({ segments: url.split('/'), method: one });
  });
  return (url) => {
    const path = url.split('?', 1)[0]!.split('/');
    const matching = known.filter((route) => matches(route.segments, path));
    return matching.map((route) => route.method).sort();
  };
}

/**
 * Refuses requests that match no route, before the body is read. Its place in the order of checks is where it is called.
 */
export function refuseUnknownRoutes(app: FastifyInstance, allowedMethods: AllowedMethods): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const allowed = allowedMethods(request.url);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    throw routeFault(allowed);
  });
}

/** 405 where the path exists with other methods, which belong in the Allow header; else 404. */
export function routeFault(allowed: string[]): Fault {
  if (allowed.length === 0) return new Fault('not_found', 'No such route.', { resolution: 'Check the path.' });
  return new Fault('method_not_allowed', `This path supports only ${allowed.join(', ')}.`);
}

function matches(segments: string[], path: string[]): boolean {
  if (segments.at(-1) === '*') return segments.slice(0, -1).every((segment, i) => segment === path[i]);
  return (
    segments.length === path.length &&
    segments.every((segment, i) => (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
  );
}
