import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { JobInputs, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { RecallRequest, RecallResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { readInputs, readOwnJob } from '../job/jobStore.ts';
import { recalled } from '../submit/recalled.ts';

/**
 * Returns the request that runs a job again, as a client would send it.
 *
 * @throws not_found for a job that is not in the workspace, conflict when a saved file that it read was deleted.
 */
export function recall(deps: Pick<Deps, 'db' | 'files' | 'catalogue'>): Rpc<RecallRequest, RecallResponse> {
  return async ({ jobId, settingsJson, newestRelease }, context) => {
    const found = await readOwnJob(deps.db, jobId, context.caller.workspaceId);
    const body = found && (await readInputs(deps.db, jobId));
    if (!found || !body) throw notFound('job');
    const { tool, name = '', labels = {} } = found.job;
    const inputs = JobInputs.decode(body);
    const settings = settingsJson === '' ? {} : JSON.parse(settingsJson);
    const use = deps.catalogue.get(tool).contract.dataset;
    const submission = recalled(tool, inputs, use, { settings, newestRelease });
    const fileIds = [...new Set(inputs.inputs.flatMap(fileIdOf))];
    const { files } =
      fileIds.length > 0 ? await deps.files.resolveInputs({ fileIds }, scopeOf(context)) : { files: [] };
    const missing = fileIds.find((id) => !files.some(({ fileId }) => fileId === id));
    if (missing !== undefined) throw inputDeleted(missing);
    return { submission, name, labels };
  };
}

function fileIdOf({ content, source }: SubmittedInput): string[] {
  return content === undefined && source?.source?.$case === 'file' ? [source.source.value.fileId] : [];
}

function inputDeleted(fileId: string): Fault {
  return new Fault('conflict', `The job cannot run again: its input ${fileId} was deleted.`, {
    resolution: 'Upload the file again, and submit a job with it.',
    details: { reason: 'input_deleted', file_id: fileId },
  });
}
