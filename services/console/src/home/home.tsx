import type { FastifyInstance } from 'fastify';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { HomePage } from './HomePage.tsx';
import { readHome } from './readHome.ts';

/** GET /w/{workspace}: what waits, what runs, and the last results. */
export function home(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, content] = await Promise.all([site('home'), readHome(api)]);
    return sendPage(reply, frame, 'Home', <HomePage {...content} />);
  });
}
