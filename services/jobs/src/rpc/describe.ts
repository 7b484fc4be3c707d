import { notFound } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { JobInputs } from '@rotamer/proto/jobs/v1/input.ts';
import type { DescribeRequest, JobDetails } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { describeJob, type Known } from '../job/describeJob.ts';
import type { Job } from '../job/job.ts';
import { countOwnBefore, countWaiting, readInputs, readOwnJob } from '../job/jobStore.ts';
import { readRuns } from '../runs/runStore.ts';

/** Returns a job of the caller's workspace with settings, inputs, attempts and its place in the queue. */
export function describe(deps: Pick<Deps, 'db' | 'files' | 'catalogue'>): Rpc<DescribeRequest, JobDetails> {
  return async ({ jobId }, context) => {
    const found = await readOwnJob(deps.db, jobId, context.caller.workspaceId);
    if (!found) throw notFound('job');
    const { job } = found;
    const [body, runs, waiting] = await Promise.all([
      readInputs(deps.db, jobId),
      readRuns(deps.db, jobId),
      waitingOf(deps, job),
    ]);
    const inputs = body && JobInputs.decode(body);
    const records = await recordsOf(deps, inputs, context);
    return describeJob(job, { toolName: nameOf(deps, job), inputs, records, runs, waiting });
  };
}

/** Returns the id of the tool when the tool is not in the catalogue any more. */
function nameOf({ catalogue }: Pick<Deps, 'catalogue'>, { tool }: Job): string {
  return catalogue.list().find(({ contract }) => contract.id === tool)?.contract.name ?? tool;
}

async function waitingOf({ db }: Pick<Deps, 'db'>, job: Job): Promise<Known['waiting']> {
  const { status, tool, id, toolVersion, workspaceId } = job;
  if (status !== 'PENDING' && status !== 'QUEUED' && status !== 'RETRY') return undefined;
  const major = Number(toolVersion.split('.')[0]);
  const [waiting, ownBefore] = await Promise.all([
    countWaiting(db, tool),
    countOwnBefore(db, { tool, major, workspaceId, id }),
  ]);
  // A PENDING job is in no queue, and does not count itself.
  return { ofTool: status === 'PENDING' ? waiting : Math.max(0, waiting - 1), ownBefore };
}

/** Returns the counted records of saved files. Without the files service, the job is shown without them. */
async function recordsOf(
  { files }: Pick<Deps, 'files'>,
  inputs: JobInputs | undefined,
  context: RpcContext,
): Promise<ReadonlyMap<string, number>> {
  const fileIds = (inputs?.inputs ?? []).flatMap(({ content, source }) =>
    content === undefined && source?.source?.$case === 'file' ? [source.source.value.fileId] : [],
  );
  if (fileIds.length === 0) return new Map();
  try {
    const { files: found } = await files.resolveInputs({ fileIds: [...new Set(fileIds)] }, scopeOf(context));
    return new Map(
      found.flatMap(({ fileId, units }) => (units.records === undefined ? [] : [[fileId, units.records]])),
    );
  } catch (error) {
    context.log.warn({ err: error }, 'records of saved files are not known');
    return new Map();
  }
}
