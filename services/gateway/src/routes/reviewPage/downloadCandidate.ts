import { getWorkflowRunCuration } from '@rotamer/api/operations/workflowRuns/getWorkflowRunCuration.ts';
import { BINARY } from '@rotamer/api/schemas/bytes.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import { wholeCuration } from '../../clients/wholeAnswers.ts';
import type { Deps } from '../../deps.ts';
import { runIdOf } from '../../params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import type { Entrance } from './entrance.ts';

/** GET /workflow-runs/{runId}/review/candidates/{candidateId}: the content of a candidate, for visitors who may see the page. */
export function downloadCandidate(
  app: FastifyInstance,
  { workflows, blobs }: Pick<Deps, 'workflows' | 'blobs'>,
  entrance: Entrance,
): void {
  app.get<{ Params: { runId: string; candidateId: string } }>(
    '/workflow-runs/:runId/review/candidates/:candidateId',
    entrance(getWorkflowRunCuration),
    async (request, reply) => {
      const runId = runIdOf(request.params);
      const { candidates } = await wholeCuration(workflows, runId, callScope(request, reply));
      const found = candidates.find(({ id }) => id === request.params.candidateId)?.item;
      reply.type(BINARY).header('cache-control', 'private, no-store');
      switch (found?.content?.$case) {
        case 'text': {
          const name = `${found.label || found.id}.${found.format.toLowerCase()}`;
          return reply.header('content-disposition', attachment(name)).send(Buffer.from(found.content.value));
        }
        case 'artifact': {
          const { key, name } = found.content.value;
          const blob = await blobs.get(key);
          if (!blob) throw new Error(`no artifact at ${key}`);
          const headers = { 'content-length': blob.size, 'content-disposition': attachment(name) };
          return reply.headers(headers).send(blob.body);
        }
        default:
          throw notFound('candidate');
      }
    },
  );
}
