import { saveResultItem as operation } from '@rotamer/api/operations/results/saveResultItem.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { readIdempotencyKey } from '@rotamer/http/route/idempotencyKey.ts';
import { notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentFile } from '@rotamer/present/presentFile.ts';
import { findItem } from '@rotamer/results/findItem.ts';
import { requireScope } from '../../access/authorise.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { saveArtifact } from './saveArtifact.ts';

/** POST /results/{jobId}/items/{itemId}/save: copies a file of a result into the library, once per idempotency key. */
export const saveResultItem = handler(operation, (dependencies) => async (request, reply) => {
  const { jobs, results, projects } = dependencies;
  const credential = request.credential!;
  requireScope('jobs:read', credential);
  const { filename, description, tags = [], project_id: projectId } = request.body ?? {};
  const { job } = await jobs.getResult({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  const item = await findItem(results, await results.manifest(job!.manifest!), request.params.itemId);
  if (!item) throw notFound('result item');
  if (!('file' in item))
    throw validationFault([{ path: 'itemId', message: 'is a value, and only files can be saved' }]);
  if (projectId !== undefined) await projects.checkOpen({ projectId }, callScope(request, reply));
  const key = readIdempotencyKey(request.headers);
  const submissionId = key === undefined ? undefined : derivedUuid(credential.workspaceId, 'upload', key);
  const { name, ...stored } = item.file;
  const wanted = { ...stored, originalName: filename ?? name, submissionId, description, tags, projectId };
  const { file, replayed } = await saveArtifact(request, reply, dependencies, wanted);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(replayed ? 200 : 201).send(presentFile(file));
});
