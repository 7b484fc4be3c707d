import { isTerminal } from '@rotamer/client';
import type { FastifyInstance } from 'fastify';
import type { ReadResult } from '../job/readResult.ts';
import type { ReadTool } from '../job/readTool.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { ComparePage } from './ComparePage.tsx';
import { comparePorts } from './compareRows.ts';
import { NothingToCompare } from './NothingToCompare.tsx';

/** Most jobs that are compared. */
const MOST = 6;

/** GET /w/{workspace}/compare?job=…&job=…: jobs side by side, with what differs. */
export function compare(
  app: FastifyInstance,
  visit: VisitOf,
  { readResult, readTool }: { readResult: ReadResult; readTool: ReadTool },
): void {
  app.get('/w/:workspace/compare', async (request, reply) => {
    const { api, site, workspaceId } = visit(request);
    const ids = jobsOf(request.query);
    if (ids.length < 2 || ids.length > MOST)
      return sendPage(reply, await site('jobs'), 'Compare', <NothingToCompare most={MOST} />);
    const [frame, ...jobs] = await Promise.all([site('jobs'), ...ids.map((id) => api.jobs.details(id))]);
    const results = await Promise.all(
      jobs.map(({ id, status }) => (isTerminal(status) ? readResult(api, workspaceId, id) : undefined)),
    );
    const tools = await Promise.all([...new Set(jobs.map(({ tool }) => tool))].map((id) => readTool(api, id)));
    const known = tools.flatMap((tool) => tool?.output.ports ?? []);
    const ports = comparePorts(results.map((result) => result?.rows ?? []));
    const isPart = results.some((result) => result?.hasMore);
    const page = <ComparePage jobs={jobs} ports={ports} known={known} isPart={isPart} />;
    return sendPage(reply, frame, 'Compare', page);
  });
}

/** Returns the ids of the jobs in an address, each once. */
function jobsOf(query: unknown): string[] {
  const { job } = query as { job?: unknown };
  return [...new Set([job].flat().filter((id): id is string => typeof id === 'string' && id !== ''))];
}
