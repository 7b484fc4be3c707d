import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The job id in a path; a malformed one is not_found, without a call. */
export function jobIdOf({ jobId }: { jobId: string }): string {
  if (!isId('job', jobId)) throw notFound('job');
  return jobId;
}

/** The file id in a path; a malformed one is not_found, without a call. */
export function fileIdOf({ fileId }: { fileId: string }): string {
  if (!isId('file', fileId)) throw notFound('file');
  return fileId;
}

/** The deletion id in a path; a malformed one is not_found, without a call. */
export function deletionIdOf({ deletionId }: { deletionId: string }): string {
  if (!isId('pdel', deletionId)) throw notFound('project deletion');
  return deletionId;
}

/** The user id in a path; a malformed one is not_found, without a statement. */
export function userIdOf({ userId }: { userId: string }): string {
  if (!isId('usr', userId)) throw notFound('member of this workspace');
  return userId;
}

/** The workflow id in a path; a malformed one is not_found, without a call. */
export function workflowIdOf({ workflowId }: { workflowId: string }): string {
  if (!isId('wf', workflowId)) throw notFound('workflow');
  return workflowId;
}

/** The project id in a path; a malformed one is not_found, without a call. */
export function projectIdOf({ projectId }: { projectId: string }): string {
  return existing(projectId);
}

/** Returns a project id in a request; undefined without one. A malformed id is not_found, without a call. */
export function projectNamed(projectId: string | null | undefined): string | undefined {
  return projectId == null ? undefined : existing(projectId);
}

function existing(projectId: string): string {
  if (!isId('proj', projectId)) throw notFound('project');
  return projectId;
}

/** The run id in a path; a malformed one is not_found, without a call. */
export function runIdOf({ runId }: { runId: string }): string {
  if (!isId('run', runId)) throw notFound('workflow run');
  return runId;
}

/** The batch id in a path; a malformed one is not_found, without a call. */
export function batchIdOf({ batchId }: { batchId: string }): string {
  if (!isId('batch', batchId)) throw notFound('batch');
  return batchId;
}

/** Run and attempt as the workflows service takes them; a malformed id is not_found, without a call. */
export function readAttempt(params: { runId: string }, { attempt_id }: { attempt_id?: string }) {
  const runId = runIdOf(params);
  if (attempt_id !== undefined && !isId('att', attempt_id)) throw notFound('attempt of this run');
  return { runId, attemptId: attempt_id ?? '' };
}

/** The endpoint id in a path; a malformed one is not_found, without a call. */
export function endpointIdOf({ endpointId }: { endpointId: string }): string {
  if (!isId('whe', endpointId)) throw notFound('webhook endpoint');
  return endpointId;
}

/** The delivery id in a path; a malformed one is not_found, without a call. */
export function deliveryIdOf({ deliveryId }: { deliveryId: string }): string {
  if (!isId('whd', deliveryId)) throw notFound('webhook delivery');
  return deliveryId;
}
