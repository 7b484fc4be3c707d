import { answerPage } from '@rotamer/http/pages/answerPage.ts';
import { answerErrorsAsPages, NO_PAGE } from '@rotamer/http/pages/preparePages.ts';
import { createBaseUrl, rootOf } from '@rotamer/http/server/baseUrl.ts';
import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { createToolSearch } from '@rotamer/pages/cataloguePages/toolSearch.ts';
import { guides } from '@rotamer/pages/docs/guides.ts';
import { contractOf, presentTool } from '@rotamer/present/presentTool.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { readSampleJob } from './sampleJob.ts';

/** Maximum age of the shown catalogue, in milliseconds. It changes with a deployment of jobs, and with the runners. */
const TRUSTED_MS = 5_000;

/** Maximum length of a search, in characters. */
const MAX_SEARCH = 100;

/** The guides, as the welcome page names them. */
const listedGuides = guides.map(({ name, title }) => ({ name, title }));

/** `GET /`, `GET /tools` and `GET /tools/{id}`: pages about the service. They need no key and are not part of the API. */
export function cataloguePages(deps: Pick<Deps, 'jobs' | 'sharing' | 'publicUrl' | 'sampleJob' | 'renderPage'>) {
  const { jobs, publicUrl, renderPage } = deps;
  const baseUrl = createBaseUrl(publicUrl);
  const apiUrlFor = (request: FastifyRequest) => `${baseUrl(request)}/api/v1`;
  const catalogue = rememberReads(async (_, scope) => {
    const { tools } = await jobs.listTools({}, scope);
    const listed = tools.map(presentTool).map(({ id, name, description, category, credit_model, available }) => {
      return { id, name, description, category, credit_model, available };
    });
    return {
      listed,
      byId: new Map(tools.map((tool) => [tool.id, tool])),
      find: createToolSearch(tools.map(contractOf)),
    };
  }, TRUSTED_MS);

  const sample = rememberReads(async (_, scope) => ({ job: await readSampleJob(deps, scope) }), TRUSTED_MS);

  return async (app: FastifyInstance): Promise<void> => {
    answerErrorsAsPages(app, renderPage, NO_PAGE);

    app.get('/', async (request, reply) => {
      const { listed } = await catalogue.recent('all', callScope(request, reply));
      const { job } = await sample.recent('sample', callScope(request, reply));
      const own = { page: 'welcome', root: rootOf(request), apiUrl: apiUrlFor(request) } as const;
      const html = await renderPage({ ...own, tools: listed.length, sample: job, guides: listedGuides });
      return answerPage(reply, html);
    });

    app.get<{ Querystring: { q?: unknown } }>('/tools', async (request, reply) => {
      const { q } = request.query;
      const search = typeof q === 'string' ? q.slice(0, MAX_SEARCH).trim() : '';
      const { listed, find } = await catalogue.recent('all', callScope(request, reply));
      const byId = new Map(listed.map((tool) => [tool.id, tool]));
      const tools = search === '' ? listed : find(search).flatMap((id) => byId.get(id) ?? []);
      return answerPage(reply, await renderPage({ page: 'catalogue', root: rootOf(request), tools, search }));
    });

    app.get<{ Params: { toolId: string } }>('/tools/:toolId', async (request, reply) => {
      const { byId } = await catalogue.recent('all', callScope(request, reply));
      const found = byId.get(request.params.toolId);
      if (!found) throw notFound('tool');
      const own = { page: 'tool', root: rootOf(request), apiUrl: apiUrlFor(request) } as const;
      return answerPage(reply, await renderPage({ ...own, tool: presentTool(found) }));
    });
  };
}
