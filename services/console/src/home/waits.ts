import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { VisitOf } from '../site/visit.ts';
import { readWaits, type Waits } from './readWaits.ts';

/** What the bell shows. `more`: there are more than `count`. */
interface Count {
  count: number;
  more: boolean;
}

/** How long a count is kept, in milliseconds. Every page asks for it, and a reader opens several pages in that time. */
const KEPT_MS = 15_000;

/**
 * GET /w/{workspace}/waits: how many runs, batches and budgets wait for a person, for the bell of every page. A form that the person
 * sends may change the count, so it is read again after a form.
 */
export function waits(app: FastifyInstance, visit: VisitOf): void {
  const recent = new LRUCache<string, Count>({ max: 10_000, ttl: KEPT_MS });
  app.get('/w/:workspace/waits', async (request, reply) => {
    const { api } = visit(request);
    const key = keyOf(request);
    const known = recent.get(key);
    const count = known ?? countOf(await readWaits(api));
    // A kept count does not become younger when it is read.
    if (!known) recent.set(key, count);
    return reply.type('application/json').send(count);
  });

  app.addHook('onResponse', async (request, reply) => {
    // Every form that changed something leads to another page.
    if (request.method === 'POST' && reply.statusCode === 303) recent.delete(keyOf(request));
  });
}

/** The cookies hold the session. */
function keyOf({ headers, params }: FastifyRequest): string {
  const { workspace } = params as { workspace?: string };
  return `${hash('sha256', headers.cookie ?? '', 'base64')} ${workspace}`;
}

function countOf({ runs, hasMoreRuns, batches, budgets }: Waits): Count {
  return { count: runs.length + batches.length + budgets.length, more: hasMoreRuns };
}
