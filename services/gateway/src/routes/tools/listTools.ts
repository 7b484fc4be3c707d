import { listTools as operation } from '@rotamer/api/operations/tools/listTools.ts';
import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import { answerDocument, jsonDocument } from '@rotamer/pages/static/staticDocument.ts';
import { presentToolSummary } from '../../present/presentTool.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** Maximum age of the cached list, in milliseconds. The catalogue changes only with a deployment of jobs. */
const TRUSTED_MS = 5_000;

/** GET /tools: the whole catalogue in one page. */
export const listTools = handler(
  operation,
  ({ jobs }) => {
    const documents = rememberReads(async (_, scope) => {
      const { tools } = await jobs.listTools({}, scope);
      return jsonDocument({ object: 'list', data: tools.map(presentToolSummary), has_more: false, next_cursor: null });
    }, TRUSTED_MS);
    return async (request, reply) => {
      return answerDocument(await documents.recent('tools', callScope(request, reply)), request, reply);
    };
  },
  { importance: 'list' },
);
