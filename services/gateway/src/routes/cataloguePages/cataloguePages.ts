import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { toolPage, toolsPage, welcomePage } from '@rotamer/pages/cataloguePages/pages.ts';
import { foundTools, toolGroups } from '@rotamer/pages/cataloguePages/toolGroups.ts';
import { createToolSearch } from '@rotamer/pages/cataloguePages/toolSearch.ts';
import { toolView } from '@rotamer/pages/cataloguePages/toolView.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createBaseUrl, rootOf } from '../../http/baseUrl.ts';
import { callScope } from '../../request/callScope.ts';
import { answerPage } from '../sharePage/answerPage.ts';
import { answerErrorsAsPages } from '../sharePage/preparePages.ts';
import { readSampleJob } from './sampleJob.ts';

/** Maximum age of the shown catalogue, in milliseconds. It changes with a deployment of jobs, and with the runners. */
const TRUSTED_MS = 5_000;

/** Maximum length of a search, in characters. */
const MAX_SEARCH = 100;

/** `GET /`, `GET /tools` and `GET /tools/{id}`: pages about the service. They need no key and are not part of the API. */
export function cataloguePages(deps: Pick<Deps, 'jobs' | 'sharing' | 'publicUrl' | 'sampleJob' | 'consoleUrl'>) {
  const { jobs, publicUrl } = deps;
  const baseUrl = createBaseUrl(publicUrl);
  const apiUrlFor = (request: FastifyRequest) => `${baseUrl(request)}/api/v1`;
  const catalogue = rememberReads(async (_, scope) => {
    const { tools } = await jobs.listTools({}, scope);
    const listed = tools.map(({ available, contractJson }) => {
      return { available, contract: JSON.parse(contractJson) as ToolContract };
    });
    return { listed, find: createToolSearch(listed.map(({ contract }) => contract)) };
  }, TRUSTED_MS);

  const sample = rememberReads(async (_, scope) => ({ job: await readSampleJob(deps, scope) }), TRUSTED_MS);

  return async (app: FastifyInstance): Promise<void> => {
    answerErrorsAsPages(app, 'There is no such page. The list of tools is at /tools.');

    app.get('/', async (request, reply) => {
      const { listed: tools } = await catalogue.recent('all', callScope(request, reply));
      const { job } = await sample.recent('sample', callScope(request, reply));
      const apiUrl = apiUrlFor(request);
      const hasConsole = deps.consoleUrl !== '';
      return answerPage(
        reply,
        welcomePage({ root: rootOf(request), tools: tools.length, apiUrl, sample: job, hasConsole }),
      );
    });

    app.get<{ Querystring: { q?: unknown } }>('/tools', async (request, reply) => {
      const { q } = request.query;
      const search = typeof q === 'string' ? q.slice(0, MAX_SEARCH) : '';
      const { listed, find } = await catalogue.recent('all', callScope(request, reply));
      const groups = search.trim() === '' ? toolGroups(listed) : foundTools(listed, find(search));
      return answerPage(reply, toolsPage(rootOf(request), groups, search));
    });

    app.get<{ Params: { toolId: string } }>('/tools/:toolId', async (request, reply) => {
      const { listed } = await catalogue.recent('all', callScope(request, reply));
      const tool = listed.find(({ contract }) => contract.id === request.params.toolId);
      if (!tool) throw notFound('tool');
      return answerPage(reply, toolPage(rootOf(request), toolView(tool.contract, tool.available, apiUrlFor(request))));
    });
  };
}
