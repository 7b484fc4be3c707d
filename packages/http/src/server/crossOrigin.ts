import type { FastifyInstance } from 'fastify';

/** Request headers that pages of other sites may send. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Idempotency-Key',
  'X-Request-Id',
  'If-None-Match',
  'If-Range',
  'Prefer',
  'Labels',
  'Cancel-After',
  'Range',
  'Rotamer-Workspace',
  'traceparent',
].join(', ');

/** Response headers that these pages may read, besides those that browsers always expose. */
const RESPONSE_HEADERS = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

/** How long browsers cache a preflight; Chromium caps it at two hours. */
const MAX_AGE_SECONDS = 3_600;

/**
 * Lets pages of these origins read responses (CORS), never with credentials. A page has to send an API key itself, and browsers
 * do not add the cookies of shared jobs or reviews. Without origins no CORS header is sent.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { origin, 'access-control-request-method': wanted } = request.headers;
    // Caches need it on every response, also for other origins. It is added to the value that a route has set.
    reply.header('vary', [reply.getHeader('vary'), 'Origin'].flat().filter(Boolean).join(', '));
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', RESPONSE_HEADERS);
    if (request.method === 'OPTIONS' && wanted !== undefined) {
      reply.headers({
        'access-control-allow-methods': reply.getHeader('allow') ?? '',
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE_SECONDS,
      });
    }
    done();
  });
}

/**
 * Returns the origins of a setting, separated by commas.
 *
 * @throws Error naming an origin that differs from what browsers send as `Origin`: no path, no `*`, no default port
 */
export function readOrigins(setting: string): string[] {
  const origins = setting.split(',').flatMap((one) => one.trim() || []);
  for (const one of origins) {
    const url = URL.parse(one);
    if (url?.origin === one) continue;
    const hint = url && url.origin !== 'null' ? ` Write ${url.origin} instead.` : '';
    throw new Error(`ROTAMER_CORS_ORIGINS: ${one} is not an origin such as https://app.example.org.${hint}`);
  }
  return origins;
}
