import { policy } from '../../access/policy.ts';
import type { Api } from '../../api.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callScope } from '../../http/callScope.ts';
import { answerDocument, type Document, ifNoneMatch, jsonDocument, notModified } from '../../http/document.ts';
import { presentToolSummary } from '../../present/presentTool.ts';
import { ref } from '../../schemas/build.ts';
import { errors } from '../../schemas/error.ts';
import { toolList } from '../../schemas/tool.ts';

/** The catalogue changes with a deployment of jobs, so a list may be this old. */
const TRUSTED_MS = 5_000;

/** GET /tools: the whole catalogue in one page. */
export function listTools(app: Api, { jobs, clock }: Dependencies): void {
  let kept: { document: Document; readAt: number } | undefined;

  app.get(
    '/tools',
    {
      config: { access: policy.listTools, importance: 'list' },
      schema: {
        operationId: 'listTools',
        summary: 'All tools',
        tags: ['Tools'],
        headers: ifNoneMatch,
        response: { 200: ref(toolList), ...notModified, ...errors() },
      },
    },
    async (request, reply) => {
      const now = clock().getTime();
      if (!kept || now - kept.readAt > TRUSTED_MS) {
        const { tools } = await jobs.listTools({}, callScope(request, reply));
        const data = tools.map(presentToolSummary);
        kept = { document: jsonDocument({ object: 'list', data, has_more: false, next_cursor: null }), readAt: now };
      }
      return answerDocument(kept.document, request, reply);
    },
  );
}
