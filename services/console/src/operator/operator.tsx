import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { type OperatorOverview, OperatorPage } from './OperatorPage.tsx';

/** GET /w/{workspace}/operator: the whole installation, for people whom the operator named. For others the page does not exist. */
export function operator(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/operator', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, response] = await Promise.all([site('none'), api.operator('/overview')]);
    if (!response.ok) throw notFound('page');
    const overview = (await response.json()) as OperatorOverview;
    return sendPage(reply, frame, 'Operator', <OperatorPage overview={overview} />);
  });
}
