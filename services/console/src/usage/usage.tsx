import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import type { FastifyInstance } from 'fastify';
import { afterOf, nextOf } from '../http/cursors.ts';
import { passOn } from '../http/passOn.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { changeBudget } from './changeBudget.ts';
import { LedgerPage } from './LedgerPage.tsx';
import { readMonth } from './months.ts';
import { readSubjects } from './readSubjects.ts';
import { UsagePage } from './UsagePage.tsx';

/** Entries of the ledger on one page. */
const PAGE = 50;

/**
 * GET /w/{workspace}/usage: what was charged in a month, by tool and member, and the budgets. GET …/usage/ledger: every transfer of
 * credits. GET …/usage/ledger.csv: the same as a table.
 */
export function usage(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/usage', async (request, reply) => {
    const { api, site } = visit(request);
    const month = readMonth(request.query, new Date());
    const range = { from: month.from, to: month.to };
    const [frame, byTool, byMember, budgets, subjects] = await Promise.all([
      site('usage'),
      api.usage.get({ group_by: 'tool', ...range }),
      api.usage.get({ group_by: 'member', ...range }),
      api.budgets.list({ limit: 100 }).page(),
      readSubjects(api),
    ]);
    const content = { month, byTool, byMember, budgets: budgets.data, subjects };
    const page = <UsagePage {...content} />;
    return sendPage(reply, frame, 'Usage', page);
  });

  changeBudget(app, visit);

  app.get('/w/:workspace/usage/ledger', async (request, reply) => {
    const { api, site } = visit(request);
    const list = api.ledger.list({ limit: PAGE });
    const [frame, page] = await Promise.all([site('usage'), list.page(afterOf(request.query))]);
    return sendPage(reply, frame, 'Ledger', <LedgerPage transfers={page.data} next={nextOf(page)} />);
  });

  app.get('/w/:workspace/usage/ledger.csv', async (request, reply) => {
    const { api } = visit(request);
    const response = await api.open('/ledger?format=csv', { signal: goneSignal(reply) });
    reply.header('content-disposition', 'attachment; filename="ledger.csv"');
    return passOn(reply, response, ['content-type']);
  });
}
