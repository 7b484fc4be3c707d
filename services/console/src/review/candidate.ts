import { isTerminal } from '@rotamer/client';
import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import { passOn } from '../http/passOn.ts';
import type { ReadResult } from '../job/readResult.ts';
import type { ReadTool } from '../job/readTool.ts';
import { scenesOfJob } from '../job/Scenes.tsx';
import { pathTo } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { poseOf } from './poseOf.ts';

interface Readers {
  readResult: ReadResult;
  readTool: ReadTool;
}

type OfCandidate = { Params: { runId: string; candidateId: string } };

/**
 * GET …/runs/{runId}/candidates/{candidateId}: the content of a candidate, for the 3D view and as a download. GET …/scene: what the
 * job that made it shows with it, such as the receptor of a pose.
 */
export function candidate(app: FastifyInstance, visit: VisitOf, { readResult, readTool }: Readers): void {
  app.get<OfCandidate>('/w/:workspace/runs/:runId/candidates/:candidateId/scene', async (request, reply) => {
    const { api, workspaceId } = visit(request);
    const { candidates } = await api.runs.curation(request.params.runId);
    const found = candidates.find(({ id }) => id === request.params.candidateId);
    if (!found?.job_id) throw notFound('scene');
    const job = await api.jobs.details(found.job_id);
    const [tool, result] = await Promise.all([
      readTool(api, job.tool),
      isTerminal(job.status) ? readResult(api, workspaceId, job.id) : undefined,
    ]);
    if (!tool?.scenes || !result) throw notFound('scene');
    const own = pathTo({ root: rootOf(request), workspace: { id: workspaceId } }, `jobs/${job.id}`);
    const { files, rows } = result;
    const pose = poseOf(found, tool.scenes, scenesOfJob({ own, tool, files, inputs: job.inputs, rows }));
    if (!pose) throw notFound('scene');
    return reply.type('application/json').send(JSON.stringify(pose));
  });

  app.get<OfCandidate>('/w/:workspace/runs/:runId/candidates/:candidateId', async (request, reply) => {
    const { api } = visit(request);
    const { candidates } = await api.runs.curation(request.params.runId);
    const found = candidates.find(({ id }) => id === request.params.candidateId);
    if (found?.text != null) {
      const name = `${found.label || found.id}.${found.format.toLowerCase()}`;
      reply.type('application/octet-stream').header('content-disposition', attachment(name));
      return reply.send(Buffer.from(found.text));
    }
    if (!found?.result_url || !found.file) throw notFound('candidate');
    const response = await api.open(found.result_url.replace(/^\/api\/v1/, ''), { signal: goneSignal(reply) });
    if (!response.ok) throw notFound('candidate');
    return passOn(reply, response, ['content-type', 'content-length', 'content-disposition']);
  });
}
