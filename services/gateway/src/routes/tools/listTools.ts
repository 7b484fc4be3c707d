import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { toolList } from '@rotamer/api/schemas/tool.ts';
import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { Deps } from '../../deps.ts';
import { presentToolSummary } from '../../present/presentTool.ts';
import { callScope } from '../../request/callScope.ts';
import { answerDocument, ifNoneMatch, jsonDocument, notModified } from '../../static/staticDocument.ts';
import type { Api } from '../apiInstance.ts';

/** The catalogue changes with a deployment of jobs, so the list may be this stale. */
const TRUSTED_MS = 5_000;

/** GET /tools: the whole catalogue in one page. */
export function listTools(app: Api, { jobs }: Deps): void {
  const documents = rememberReads(async (_, scope) => {
    const { tools } = await jobs.listTools({}, scope);
    return jsonDocument({ object: 'list', data: tools.map(presentToolSummary), has_more: false, next_cursor: null });
  }, TRUSTED_MS);

  app.get(
    '/tools',
    {
      config: { operation: 'listTools', importance: 'list' },
      schema: {
        summary: 'List tools',
        tags: ['Tools'],
        headers: ifNoneMatch,
        response: { 200: ref(toolList), ...notModified, ...errors() },
      },
    },
    async (request, reply) => {
      return answerDocument(await documents.recent('tools', callScope(request, reply)), request, reply);
    },
  );
}
