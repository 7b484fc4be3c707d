import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import { hintFor } from './pathHint.ts';

interface KnownRoute {
  /** Path segments. A segment that starts with `:` matches any text, and a last `*` matches the rest. */
  segments: string[];
  method: string;
}

/** Returns the sorted methods that a path supports, including OPTIONS; none for an unknown path. */
export type AllowedMethods = (url: string) => string[];

export interface RouteTable {
  allowedMethods: AllowedMethods;
  /** Whether a path is literally in the table, so that it never matches a route with parameters. */
  isLiteral(url: string): boolean;
}

/** Records every route that is added to the application from now on. */
export function listRoutes(app: FastifyInstance): RouteTable {
  const known: KnownRoute[] = [];
  const literals = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) known.push({ segments: url.split('/'), method: one });
    if (!hasParameters(url)) literals.add(url);
  });
  const isLiteral = (url: string) => literals.has(pathOf(url));
  return {
    isLiteral,
    allowedMethods(url) {
      const path = pathOf(url).split('/');
      const matching = known.filter(({ segments }) =>
        isLiteral(url) ? segments.join('/') === pathOf(url) : matches(segments, path),
      );
      return matching.length === 0 ? [] : [...matching.map((route) => route.method), 'OPTIONS'].sort();
    },
  };
}

/**
 * Refuses requests that match no route, before the body is read, and answers OPTIONS with the methods of the path. Where it is
 * called decides its place in the order of checks.
 * `/projects/assignments` has only its own methods, although the router would also match it as a project id. `/jobs/` contains
 * no job id.
 */
export function refuseUnknownRoutes(app: FastifyInstance, { allowedMethods, isLiteral }: RouteTable): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isEmpty = Object.entries(request.params ?? {}).some(([name, value]) => name !== '*' && value === '');
    const isOther = hasParameters(request.route.url ?? '') && (isEmpty || isLiteral(request.url));
    if (!request.is404 && !isOther) return done();
    const allowed = allowedMethods(request.url);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    if (allowed.length > 0 && request.method === 'OPTIONS') return void reply.code(204).send();
    throw routeFault(
      allowed,
      hintFor(request.url, (path) => allowedMethods(path).length > 0),
    );
  });
}

/** Returns 405 when the path exists with other methods, which belong in the Allow header; else 404, possibly with a `hint`. */
export function routeFault(allowed: string[], hint = 'Check the path.'): Fault {
  if (allowed.length === 0) return new Fault('not_found', 'No such route.', { resolution: hint });
  return new Fault('method_not_allowed', `This path supports only ${allowed.join(', ')}.`);
}

function matches(segments: string[], path: string[]): boolean {
  if (segments.at(-1) === '*') return segments.slice(0, -1).every((segment, i) => segment === path[i]);
  return (
    segments.length === path.length &&
    segments.every((segment, i) => (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
  );
}

function hasParameters(route: string): boolean {
  return route.includes(':') || route.includes('*');
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
