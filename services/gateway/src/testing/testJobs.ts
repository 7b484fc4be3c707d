import { createHash } from 'node:crypto';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { Job } from '@rotamer/proto/jobs/v1/job.ts';
import {
  BatchSubmitResponse,
  CancelManyResponse,
  CancelResponse,
  CountActiveResponse,
  type GetAnswer,
  GetManyResponse,
  JobDetails,
  JobLog,
  JobResult,
  ListJobsResponse,
  ListToolsResponse,
  LocatedInput,
  QueueState,
  QuoteResponse,
  RecallResponse,
  SubmitResponse,
  Tool,
} from '@rotamer/proto/jobs/v1/jobs.ts';
import { contract } from '@rotamer/tools/protein-properties/tool.ts';
import type { Jobs } from '../clients/clients.ts';

/** A jobs service in memory that answers every call and records its requests. */
export interface TestJobs extends Jobs {
  /** Jobs by id. */
  known: Map<string, Job>;
  /** Logs by the id of their jobs. */
  logs: Map<string, JobLog>;
  /** Inputs by the id of their jobs; other jobs have one of text. */
  inputs: Map<string, LocatedInput[]>;
  /** Jobs with a saved file as their input, by id. */
  savedInputs: Set<string>;
  calls: { method: string; request: unknown; scope: unknown }[];
}

const savedInput = { source: { source: { $case: 'file' as const, value: { fileId: 'file_1' } } } };

/** The log of an attempt as the jobs service returns it. */
export function testLog(fields: Partial<JobLog> = {}): JobLog {
  const text = '$ mafft --auto in.fa\nwarning: ü\n';
  const parts = [{ startsAt: 0, text }];
  return {
    attempt: 1,
    lastAttempt: 1,
    parts,
    endsAt: Buffer.byteLength(text),
    ended: true,
    kept: true,
    tool: contract.id,
    ...fields,
  };
}

/** An input as the jobs service returns it, with the text of the request, or with the key of its bytes. */
export function testInput(text: string, key?: string): LocatedInput {
  const [size, sha256] = [Buffer.byteLength(text), createHash('sha256').update(text).digest('hex')];
  return LocatedInput.fromPartial({
    input: { id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', size, sha256 },
    bytes: key ? { $case: 'stored', value: { key, sha256, size } } : { $case: 'text', value: text },
  });
}

/** One entry of a batched response; undefined: the caller has no such job. */
export function getAnswer(job: Job | undefined): GetAnswer {
  if (job) return { answer: { $case: 'job', value: job } };
  return { answer: { $case: 'error', value: toItemError(notFound('job')) } };
}

export function testJobs(): TestJobs {
  const known = new Map<string, Job>();
  const savedInputs = new Set<string>();
  const logs = new Map<string, JobLog>();
  const inputs = new Map<string, LocatedInput[]>();
  const tool = Tool.fromPartial({
    id: contract.id,
    version: contract.version,
    available: true,
    contractJson: JSON.stringify(contract),
  });
  /** Like the jobs service: a job of another workspace is not found. */
  const find = (jobId = '', scope?: CallScope) => {
    const job = known.get(jobId);
    if (job?.workspaceId !== scope?.caller?.workspaceId) throw notFound('job');
    return job!;
  };
  const answers: Jobs = {
    listTools: async () => ListToolsResponse.fromPartial({ tools: [tool] }),
    getTool: async (request) => {
      if (request.tool !== tool.id) throw notFound('tool');
      return tool;
    },
    quote: async (request) => QuoteResponse.fromPartial({ tool: request.tool }),
    submit: async (request) => {
      const job = testJob({ name: request.name });
      known.set(job.id, job);
      return SubmitResponse.fromPartial({ job });
    },
    findSubmission: async () => {
      throw notFound('submission');
    },
    batchSubmit: async function* ({ submits }) {
      yield BatchSubmitResponse.fromPartial({
        answers: (submits ?? []).map(({ request }, index) => ({
          index,
          answer: { $case: 'response', value: { job: testJob({ name: request?.name }) } },
        })),
      });
    },
    get: async ({ jobId }, scope) => find(jobId, scope),
    batchGet: async ({ gets }) => ({ answers: (gets ?? []).map(({ jobId }) => getAnswer(known.get(jobId ?? ''))) }),
    describe: async ({ jobId }, scope) =>
      JobDetails.fromPartial({ job: find(jobId, scope), toolName: contract.name, settingsJson: '{}' }),
    locateInput: async ({ jobId, number = 0 }, scope) => {
      find(jobId, scope);
      const input = (inputs.get(jobId!) ?? [testInput('>a\nMKV\n')])[number - 1];
      if (!input) throw notFound('input of the job');
      return LocatedInput.fromPartial(input);
    },
    readLog: async ({ jobId, attempt, after = 0 }, scope) => {
      const { id } = find(jobId, scope);
      const log = logs.get(id) ?? testLog({ parts: [], endsAt: 0, kept: false });
      const parts = log.parts.filter(({ startsAt, text }) => startsAt + Buffer.byteLength(text) > after);
      const last = log.lastAttempt;
      return JobLog.fromPartial({ ...log, attempt: attempt ?? last, parts });
    },
    list: async () => ListJobsResponse.fromPartial({ jobs: [...known.values()] }),
    getMany: async ({ jobIds }) =>
      GetManyResponse.fromPartial({ jobs: (jobIds ?? []).flatMap((id) => known.get(id) ?? []) }),
    cancel: async ({ jobId }, scope) => CancelResponse.fromPartial({ job: find(jobId, scope), refunded: true }),
    // Only for workflows.
    stop: async ({ jobId }, scope) => ({ job: find(jobId, scope) }),
    cancelMany: async () => CancelManyResponse.fromPartial({}),
    retry: async ({ jobId }, scope) => find(jobId, scope),
    change: async ({ jobId, name, setLabels = {} }, scope) =>
      Job.fromPartial({ ...find(jobId, scope), ...(name && { name }), labels: setLabels as Record<string, string> }),
    recall: async ({ jobId, settingsJson = '' }, scope) => {
      const { id, tool, name } = find(jobId, scope);
      const inputs = [savedInputs.has(id) ? savedInput : {}];
      return RecallResponse.fromPartial({ submission: { tool, inputs, settingsJson }, name });
    },
    getResult: async ({ jobId }, scope) => JobResult.fromPartial({ job: find(jobId, scope) }),
    describeQueue: async () => QueueState.fromPartial({}),
    countActive: async () => CountActiveResponse.fromPartial({ activeJobs: 3 }),
  };
  const calls: TestJobs['calls'] = [];
  for (const [method, answer] of Object.entries(answers)) {
    Object.assign(answers, {
      [method]: (request: never, scope: never) => {
        calls.push({ method, request, scope });
        return answer(request, scope);
      },
    });
  }
  return Object.assign(answers, { known, savedInputs, logs, inputs, calls });
}
