import type { BatchItem } from '@rotamer/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterOf, nextOf } from '../http/cursors.ts';
import { creditsIn } from '../site/creditsIn.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { BatchesPage } from './BatchesPage.tsx';
import { OneBatchPage } from './OneBatchPage.tsx';

type OfBatch = FastifyRequest<{ Params: { batchId: string }; Querystring: { state?: string } }>;

/** Batches, and submissions of one, on a page. */
const PAGE = 50;

const states: readonly string[] = [
  'WAITING',
  'ACTIVE',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] satisfies BatchItem['status'][];

/** GET /w/{workspace}/batches, and …/batches/{batchId} with its submissions. POST …/cancel, …/continue and …/retry. */
export function batches(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/batches', async (request, reply) => {
    const { api, site } = visit(request);
    const list = api.batches.list({ limit: PAGE });
    const [frame, page] = await Promise.all([site('jobs'), list.page(afterOf(request.query))]);
    return sendPage(reply, frame, 'Batches', <BatchesPage batches={page.data} next={nextOf(page)} />);
  });

  app.get('/w/:workspace/batches/:batchId', async (request: OfBatch, reply) => {
    const { api, site } = visit(request);
    const { batchId } = request.params;
    const { state = '' } = request.query;
    const status = states.includes(state) ? (state as BatchItem['status']) : undefined;
    const items = api.batches.items(batchId, { limit: PAGE, ...(status && { status }) });
    const [frame, batch, page] = await Promise.all([
      site('jobs'),
      api.batches.get(batchId),
      items.page(afterOf(request.query)),
    ]);
    const content = { batch, items: page.data, state: status, next: nextOf(page) };
    return sendPage(reply, frame, batch.name, <OneBatchPage {...content} />);
  });

  postForm(app, visit, 'batches/:batchId/cancel', async ({ api, params: { batchId = '' } }) => {
    await api.batches.cancel(batchId);
    return `batches/${batchId}`;
  });
  postForm(app, visit, 'batches/:batchId/continue', async ({ api, field, params: { batchId = '' } }) => {
    const cap = field('cap');
    await api.batches.continue(batchId, cap ? { max_credits: creditsIn(cap, 'A cap') } : {});
    return `batches/${batchId}`;
  });
  postForm(app, visit, 'batches/:batchId/retry', async ({ api, field, params: { batchId = '' } }) => {
    await api.batches.retry(batchId, {}, { idempotencyKey: field('submission') || crypto.randomUUID() });
    return `batches/${batchId}`;
  });
}
