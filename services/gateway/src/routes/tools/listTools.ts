import { listTools as operation } from '@rotamer/api/operations/tools/listTools.ts';
import { fitToSlot } from '@rotamer/formats/fitToSlot.ts';
import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import { createToolSearch } from '@rotamer/pages/cataloguePages/toolSearch.ts';
import { answerDocument, jsonDocument } from '@rotamer/pages/static/staticDocument.ts';
import { contractOf, presentToolSummary } from '@rotamer/present/presentTool.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** Maximum age of the cached list, in milliseconds. The catalogue changes only with a deployment of jobs. */
const TRUSTED_MS = 5_000;

/** GET /tools: the whole catalogue in one page, or the tools that a search finds or that take a format. */
export const listTools = handler(
  operation,
  ({ jobs }) => {
    const catalogue = rememberReads(async (_, scope) => {
      const { tools } = await jobs.listTools({}, scope);
      const byId = new Map(tools.map((tool) => [tool.id, presentToolSummary(tool)]));
      const contracts = tools.map(contractOf);
      const slotsOf = new Map(contracts.map(({ id, slots }) => [id, slots]));
      return { all: listDocument([...byId.values()]), byId, slotsOf, find: createToolSearch(contracts) };
    }, TRUSTED_MS);
    return async (request, reply) => {
      const { search, accepts } = request.query;
      const { all, byId, slotsOf, find } = await catalogue.recent('tools', callScope(request, reply));
      if (search === undefined && accepts === undefined) return answerDocument(all, request, reply);
      const found = search === undefined ? [...byId.keys()] : find(search);
      const fits = (id: string) => accepts === undefined || slotsOf.get(id)!.some((slot) => fitToSlot(slot, accepts));
      return answerDocument(listDocument(found.filter(fits).map((id) => byId.get(id))), request, reply);
    };
  },
  { importance: 'list' },
);

function listDocument(data: unknown[]) {
  return jsonDocument({ object: 'list', data, has_more: false, next_cursor: null });
}
