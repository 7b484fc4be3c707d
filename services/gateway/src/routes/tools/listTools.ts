import { listTools as operation } from '@rotamer/api/operations/tools/listTools.ts';
import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import { createToolSearch } from '@rotamer/pages/cataloguePages/toolSearch.ts';
import { answerDocument, jsonDocument } from '@rotamer/pages/static/staticDocument.ts';
import { contractOf, presentToolSummary } from '../../present/presentTool.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** Maximum age of the cached list, in milliseconds. The catalogue changes only with a deployment of jobs. */
const TRUSTED_MS = 5_000;

/** GET /tools: the whole catalogue in one page, or the tools that a search finds. */
export const listTools = handler(
  operation,
  ({ jobs }) => {
    const catalogue = rememberReads(async (_, scope) => {
      const { tools } = await jobs.listTools({}, scope);
      const byId = new Map(tools.map((tool) => [tool.id, presentToolSummary(tool)]));
      return { all: listDocument([...byId.values()]), byId, find: createToolSearch(tools.map(contractOf)) };
    }, TRUSTED_MS);
    return async (request, reply) => {
      const { search } = request.query;
      const { all, byId, find } = await catalogue.recent('tools', callScope(request, reply));
      const document = search === undefined ? all : listDocument(find(search).map((id) => byId.get(id)));
      return answerDocument(document, request, reply);
    };
  },
  { importance: 'list' },
);

function listDocument(data: unknown[]) {
  return jsonDocument({ object: 'list', data, has_more: false, next_cursor: null });
}
