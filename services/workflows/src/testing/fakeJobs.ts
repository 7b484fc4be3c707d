import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import { projectDeletedFault } from '@rotamer/domain/membership/places.ts';
import {
  attemptPrefix,
  encodeManifest,
  manifestKey,
  type ResultManifest,
} from '@rotamer/domain/results/resultManifest.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { BusMessage } from '@rotamer/kit/bus/bus.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { Fault, keyReusedFault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { Job, JobEvent, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import type { AssessAnswer, Submission, SubmitAnswer, SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { findTool, tools } from '@rotamer/tools/catalogue.ts';
import type { Tools } from '../definition/catalogue.ts';
import type { Deps } from '../deps.ts';

/** The outputs of a test's job: rows and files by port. */
export interface Left {
  rows?: Record<string, { value: unknown; rank?: number }[]>;
  files?: Record<string, { name: string; content: string; format: string }[]>;
}

/** Price of every job, in millicredits. */
export const PRICE = 1_000;

/** A jobs service in memory: keeps submissions for ever, enforces a limit, and publishes events. */
export function fakeJobs(blobs: Pick<Blobs, 'put'>) {
  const jobs = new Map<string, { job: Job; request: SubmitRequest }>();
  const active = new Map<string, { job: Job; request: SubmitRequest }>();
  const events: BusMessage[] = [];
  /** Submissions that never get a job. */
  const withdrawn = new Set<string>();
  /** Projects that accept no jobs. */
  const deletedProjects = new Set<string>();
  const limits = { concurrent: Number.POSITIVE_INFINITY, credits: Number.POSITIVE_INFINITY, creditLimit: 'balance' };
  let submissions = 0;
  /** Tools whose version differs from the catalogue's. */
  const versions: Record<string, string> = {};

  function publish(job: Job, type: JobEventType): void {
    const [eventId, occurredAt] = [newId('evt', new Date()), new Date()];
    const value = JobEvent.encode({ eventId, workspaceId: job.workspaceId, occurredAt, type, job }).finish();
    events.push({ key: job.id, eventId, type, occurredAt, traceparent: '', value });
  }

  function submit(request: SubmitRequest, workspaceId: string, createdBy: string): SubmitAnswer['answer'] {
    submissions++;
    const known = jobs.get(request.submissionId);
    if (known && bodyOf(known.request) !== bodyOf(request)) return refuse(keyReusedFault());
    if (known) return { $case: 'response', value: { job: known.job, replayed: true } };
    if (withdrawn.has(request.submissionId))
      return refuse(new Fault('conflict', 'This submission was withdrawn.', { details: { reason: 'withdrawn' } }));
    if (request.inputs.some(({ content }) => content?.includes('bad input')))
      return refuse(new Fault('validation_error', 'input.inputs[0].content: line 1: bad input'));
    if (request.projectId && deletedProjects.has(request.projectId)) return refuse(projectDeletedFault());
    if (active.size >= limits.concurrent)
      return refuse(new Fault('concurrent_job_limit_exceeded', 'Too many active jobs.'));
    if (limits.credits < PRICE)
      return refuse(new Fault('insufficient_credits', 'Too expensive.', { details: { reason: limits.creditLimit } }));
    limits.credits -= PRICE;
    const job = Job.fromPartial({
      id: newId('job', new Date()),
      workspaceId,
      createdBy,
      projectId: request.projectId,
      version: 1,
      status: JobStatus.QUEUED,
      tool: request.tool,
      toolVersion: versions[request.tool] ?? findTool(request.tool)?.contract.version ?? '1.0.0',
      name: request.name,
      createdAt: new Date(),
      parentRef: request.parentRef,
      billing: { reservedMillicredits: PRICE },
    });
    jobs.set(request.submissionId, { job, request });
    active.set(job.id, { job, request });
    return { $case: 'response', value: { job, replayed: false } };
  }

  /** The project of a child's job does not count when bodies are compared. */
  const bodyOf = ({ projectId: _, ...body }: SubmitRequest) => JSON.stringify(body);

  function assess({ tool, inputs }: Submission): AssessAnswer['answer'] {
    if (!findTool(tool)) return refuse(new Fault('not_found', `The tool '${tool}' does not exist.`));
    if (inputs.some(({ content }) => content?.includes('bad input')))
      return refuse(validationFault([{ path: 'input.inputs[0].content', message: 'line 1: bad input' }]));
    const price = { estimatedMillicredits: PRICE, reservedMillicredits: PRICE, maxMillicredits: PRICE, metered: false };
    return { $case: 'price', value: price };
  }

  const refuse = (fault: Fault) => ({ $case: 'error' as const, value: toItemError(fault) });

  function end(job: Job, status: JobStatus, more: Partial<Job>): void {
    active.delete(job.id);
    const charged = status === JobStatus.COMPLETED ? PRICE : 0;
    limits.credits += PRICE - charged;
    const billing = { ...job.billing!, finalMillicredits: charged, finalizedAt: new Date() };
    Object.assign(job, { ...more, status, version: job.version + 1 });
    publish(job, JobEventType[enumName('JOB_STATUS', status) as 'COMPLETED']);
    Object.assign(job, { billing, version: job.version + 1 });
    publish(job, JobEventType.SETTLED);
  }

  const client: Deps['jobs'] = {
    async *batchSubmit({ submits = [] }) {
      yield {
        answers: submits.map(({ request, caller }, index) => ({
          index,
          answer: submit(request as SubmitRequest, caller!.workspaceId!, caller!.userId!),
        })),
      };
    },
    async assessMany({ requests = [] }) {
      return { answers: requests.map(({ submission }) => ({ answer: assess(submission as Submission) })) };
    },
    async getMany({ jobIds = [] }) {
      return {
        jobs: [...jobs.values()].map(({ job }) => job).filter(({ id }) => jobIds.includes(id)),
        postponedJobIds: [],
      };
    },
    async listTools() {
      return {
        tools: tools.map(({ contract }) => {
          const version = versions[contract.id] ?? contract.version;
          return { id: contract.id, version, available: true, contractJson: JSON.stringify({ ...contract, version }) };
        }),
      };
    },
    async cancelMany({ jobIds = [], submissionIds = [] }) {
      const withdrawnSubmissionIds = submissionIds.filter((id) => !jobs.has(id));
      for (const id of withdrawnSubmissionIds) withdrawn.add(id);
      const wanted = [...jobs]
        .filter(([id, { job }]) => jobIds.includes(job.id) || submissionIds.includes(id))
        .map(([, { job }]) => job);
      for (const job of wanted) if (!isTerminal(job.status)) end(job, JobStatus.CANCELLED, {});
      return { jobs: wanted, postponedJobIds: [], withdrawnSubmissionIds };
    },
  };

  return {
    client,
    events,
    limits,
    deletedProjects,
    versions,
    submissions: () => submissions,
    /** The catalogue in the form that workflows reads. */
    offered: (): Tools =>
      new Map(
        tools.map(({ contract }) => {
          const version = versions[contract.id] ?? contract.version;
          return [contract.id, { available: true, contract: { ...contract, version } }];
        }),
      ),
    all: () => [...jobs.values()],
    active: () => [...active.values()],
    /** Completes a job with these outputs. */
    async complete(job: Job, { rows = {}, files = {} }: Left): Promise<void> {
      const prefix = attemptPrefix(job.workspaceId, job.id, 1);
      const manifest: ResultManifest = {
        version: 'result-manifest-v2',
        job_id: job.id,
        tool: job.tool,
        tool_version: job.toolVersion,
        attempt: 1,
        files: [],
        items: [],
        inputs: [],
      };
      const source_input_ids = active.get(job.id)!.request.inputs.map(({ id }) => id);
      for (const [output_port_id, some] of Object.entries(rows))
        for (const [order, { value, rank = null }] of some.entries())
          manifest.items.push({
            id: newId('itm', new Date()),
            output_port_id,
            order,
            rank,
            file_name: null,
            source_input_ids,
            format: 'JSON',
            value,
          });
      for (const [output_port_id, some] of Object.entries(files))
        for (const [order, { name, content, format }] of some.entries()) {
          const key = `${prefix}${output_port_id}/${name}`;
          const { size, sha256 } = await blobs.put(key, content);
          manifest.files.push({
            id: newId('itm', new Date()),
            key,
            name,
            output_port_id,
            order,
            rank: null,
            source_input_ids,
            format,
            content_type: 'text/plain',
            size,
            sha256,
          });
        }
      const { bytes, sha256 } = await encodeManifest(manifest);
      const key = manifestKey(job.workspaceId, job.id, 1);
      await blobs.put(key, bytes);
      end(job, JobStatus.COMPLETED, { manifest: { key, sha256, size: bytes.length } });
    },
    fail: (job: Job, error: string) => end(job, JobStatus.FAILED, { error }),
  };
}
