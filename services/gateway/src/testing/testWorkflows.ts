import { createHash } from 'node:crypto';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import {
  Access,
  type Attempt,
  AttemptMode,
  ChildJob,
  ChildStatus,
  Node,
  NodeStatus,
  PauseReason,
  Run,
  RunStatus,
  Workflow,
} from '@rotamer/proto/workflows/v1/workflow.ts';
import {
  CancelRunResponse,
  type Candidate,
  Curation,
  type Decision,
  Item,
  ListChildrenResponse,
  ListRunsResponse,
  ListWorkflowsResponse,
  PublishedWorkflow,
  RecallRunResponse,
  RetryRunResponse,
  ReuseVerdict,
  RunDetails,
  RunQuote,
  RunResults,
  StartResponse,
  Validation,
} from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Workflows } from '../clients/clients.ts';

/** A workflows service in memory that answers every call and records its requests. */
export interface TestWorkflows extends Workflows {
  /** Workflows by id. */
  known: Map<string, Workflow>;
  /** Runs by id. */
  runs: Map<string, Run>;
  /** Candidates of runs that are paused for curation, by run id. */
  candidates: Map<string, Candidate[]>;
  /** Selections by run id. */
  decisions: Map<string, Decision>;
  /** Runs with a saved file among their inputs, by run id. */
  savedInputs: Set<string>;
  /** Submission ids that were used before. */
  used: Set<string>;
  calls: { method: string; request: unknown; scope: unknown }[];
}

const createdAt = new Date('2026-03-01T12:00:00.000Z');

export const testDefinition = {
  nodes: [
    { id: 'peptides', type: 'input', kind: 'protein' },
    { id: 'properties', type: 'tool', tool: 'protein-properties' },
    { id: 'choose', type: 'curation', label: 'Choose peptides' },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'peptides', target: 'properties' },
    { source: 'properties', target: 'choose' },
    { source: 'choose', target: 'result' },
  ],
};

/** A workflow as the workflows service returns it. */
export function testWorkflow(fields: Partial<Workflow> = {}): Workflow {
  return Workflow.fromPartial({
    id: newId('wf', createdAt),
    workspaceId: 'ws_1',
    name: 'Stable peptides',
    revisionId: newId('wfrev', createdAt),
    revisionNumber: 1,
    createdAt,
    updatedAt: createdAt,
    access: Access.EDIT,
    ...fields,
  });
}

/** A run whose first attempt is paused for a selection. */
export function testRun(fields: Partial<Run> = {}, attempt: Partial<Attempt> = {}): Run {
  return Run.fromPartial({
    id: newId('run', createdAt),
    workspaceId: 'ws_1',
    workflowId: newId('wf', createdAt),
    workflowName: 'Stable peptides',
    revisionId: newId('wfrev', createdAt),
    revisionNumber: 1,
    name: 'First peptides',
    createdBy: 'usr_1',
    createdAt,
    version: 3,
    status: RunStatus.PAUSED,
    attempts: [
      {
        id: newId('att', createdAt),
        number: 1,
        mode: AttemptMode.FROM_START,
        status: RunStatus.PAUSED,
        pause: { reason: PauseReason.CURATION, nodeId: 'choose', decided: false },
        maxMillicredits: 20_000,
        chargedMillicredits: 1_500,
        heldMillicredits: 500,
        createdAt,
        startedAt: createdAt,
        ...attempt,
      },
    ],
    ...fields,
  });
}

/** A peptide to choose. */
export function testCandidate(label: string, item: Partial<Item> = {}): Candidate {
  const id = newId('itm', createdAt);
  const text = `>${label}\nGIGKFLHSAKKFGKAFVGEIMNS`;
  return {
    id,
    contentDigest: sha256(text),
    item: Item.fromPartial({
      id,
      kind: 'protein',
      format: 'FASTA',
      label,
      metricsJson: JSON.stringify({ gravy: -0.1, stable: true }),
      content: { $case: 'text', value: text },
      ...item,
    }),
  };
}

/** The digest of a list of candidates, in this stand-in. */
export function testDigest(candidates: readonly Candidate[]): string {
  return sha256(JSON.stringify(candidates.map(({ id, contentDigest }) => [id, contentDigest])));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const children = [
  ChildJob.fromPartial({
    nodeId: 'properties',
    status: ChildStatus.COMPLETED,
    jobId: 'job_00000000000000000000000000',
    tool: 'protein-properties',
    jobStatus: 'COMPLETED',
    chargedMillicredits: 1_500,
    resultAvailable: true,
  }),
  ChildJob.fromPartial({ nodeId: 'properties', n: 1, status: ChildStatus.WAITING, tool: 'protein-properties' }),
];

export function testWorkflows(): TestWorkflows {
  const known: TestWorkflows['known'] = new Map();
  const runs: TestWorkflows['runs'] = new Map();
  const candidates: TestWorkflows['candidates'] = new Map();
  const decisions: TestWorkflows['decisions'] = new Map();
  const used: TestWorkflows['used'] = new Set();
  const savedInputs: TestWorkflows['savedInputs'] = new Set();
  /** Like the workflows service: a workflow of another workspace is not found. */
  const find = (workflowId = '', scope?: CallScope) => {
    const workflow = known.get(workflowId);
    if (workflow?.workspaceId !== scope?.caller?.workspaceId) throw notFound('workflow');
    return workflow!;
  };
  const findRun = (runId = '', scope?: CallScope) => {
    const run = runs.get(runId);
    if (run?.workspaceId !== scope?.caller?.workspaceId) throw notFound('workflow run');
    return run!;
  };
  const attemptOf = (run: Run, attemptId = '') => {
    const attempt = attemptId === '' ? run.attempts.at(-1) : run.attempts.find(({ id }) => id === attemptId);
    if (!attempt) throw notFound('attempt of this run');
    return attempt;
  };
  const details = (run: Run, attemptId?: string) =>
    RunDetails.fromPartial({
      run,
      attemptId: attemptOf(run, attemptId).id,
      nodes: testDefinition.nodes.map(({ id, type }) => Node.fromPartial({ id, type, status: NodeStatus.WAITING })),
      children,
    });
  const curationOf = (run: Run) => {
    const { id: attemptId, pause } = attemptOf(run);
    if (pause?.reason !== PauseReason.CURATION) throw new Fault('conflict', 'The run is at no checkpoint.');
    const offered = candidates.get(run.id) ?? [];
    return Curation.fromPartial({
      runId: run.id,
      attemptId,
      nodeId: pause.nodeId,
      title: 'Choose peptides',
      candidateSetDigest: testDigest(offered),
      candidates: offered,
      decision: decisions.get(run.id),
    });
  };
  const refuse = (reason: string, message: string) => new Fault('conflict', message, { details: { reason } });
  const answers: Workflows = {
    list: async () => ListWorkflowsResponse.fromPartial({ workflows: [...known.values()] }),
    get: async ({ workflowId }, scope) =>
      PublishedWorkflow.fromPartial({
        workflow: find(workflowId, scope),
        definitionJson: JSON.stringify(testDefinition),
      }),
    validate: async ({ workflowId }, scope) => {
      find(workflowId, scope);
      return Validation.fromPartial({ warnings: [{ code: 'unused', message: 'x', nodeId: 'peptides' }], valid: true });
    },
    start: async ({ workflowId, name, submissionId = '' }, scope) => {
      const { workspaceId } = find(workflowId, scope);
      const run = testRun({ workspaceId, workflowId, name });
      const replayed = used.has(submissionId);
      used.add(submissionId);
      runs.set(run.id, run);
      return StartResponse.fromPartial({ run: details(run), replayed });
    },
    recall: async ({ runId }, scope) => {
      const { workflowId, revisionId, name, attempts } = findRun(runId, scope);
      const { maxMillicredits } = attempts.at(-1)!;
      const request = { workflowId, name, maxMillicredits, expectedRevisionId: revisionId };
      return RecallRunResponse.fromPartial({ request, namesFiles: savedInputs.has(runId ?? '') });
    },
    quote: async ({ what }, scope) => {
      if (what?.$case === 'start' && !known.has(what.value?.workflowId ?? '')) throw notFound('workflow');
      if (what?.$case === 'retry' || what?.$case === 'rest') findRun(what.value?.runId, scope);
      const reuse = [{ nodeId: 'properties', verdict: ReuseVerdict.RUNS_AGAIN, reason: 'The run starts again.' }];
      return RunQuote.fromPartial({
        nodes: [{ nodeId: 'properties', tool: 'protein-properties', minJobs: 1, maxJobs: 3, minMillicredits: 1_000 }],
        minMillicredits: 1_000,
        capMillicredits: 20_000,
        reuse: what?.$case === 'retry' ? reuse : [],
      });
    },
    findSubmission: async () => {
      throw notFound('submission');
    },
    listRuns: async () =>
      ListRunsResponse.fromPartial({ runs: [...runs.values()].map((run) => ({ run, attempts: 1, done: 3 })) }),
    getRun: async ({ runId, attemptId }, scope) => details(findRun(runId, scope), attemptId),
    listChildren: async ({ runId, attemptId }, scope) => {
      attemptOf(findRun(runId, scope), attemptId);
      return ListChildrenResponse.fromPartial({ children });
    },
    getResults: async ({ runId, attemptId }, scope) => {
      const run = findRun(runId, scope);
      const { id } = attemptOf(run, attemptId);
      return RunResults.fromPartial({
        run,
        attemptId: id,
        nodes: [
          { nodeId: 'properties', type: 'tool', status: NodeStatus.RUNNING, resultAvailable: true, children },
          {
            nodeId: 'result',
            type: 'output',
            status: NodeStatus.COMPLETED,
            resultAvailable: true,
            items: [testCandidate('magainin', { jobId: 'job_1', jobItemId: 'itm_1' }).item!],
          },
        ],
      });
    },
    getCuration: async ({ runId }, scope) => curationOf(findRun(runId, scope)),
    decide: async ({ runId, candidateSetDigest, approvedCandidateIds = [], note, criteriaJson }, scope) => {
      const run = findRun(runId, scope);
      const curation = curationOf(run);
      const ids = curation.candidates.map(({ id }) => id);
      if (candidateSetDigest !== curation.candidateSetDigest) throw refuse('stale_digest', 'The candidates changed.');
      if (!approvedCandidateIds.every((id) => ids.includes(id)))
        throw refuse('unknown_candidate', 'No such candidate.');
      const rejected = ids.filter((id) => !approvedCandidateIds.includes(id));
      const { decision } = curation;
      if (decision && decision.rejectedCandidateIds.join() !== rejected.join()) {
        throw refuse('already_decided', 'Another selection is recorded.');
      }
      decisions.set(run.id, {
        decidedBy: scope!.caller!.userId,
        decidedAt: createdAt,
        approvedCandidateIds,
        rejectedCandidateIds: rejected,
        note,
        criteriaJson: criteriaJson ?? '',
      });
      attemptOf(run).pause!.decided = true;
      return curationOf(run);
    },
    continue: async ({ runId }, scope) => {
      const run = findRun(runId, scope);
      return details(run);
    },
    cancel: async ({ runId }, scope) =>
      CancelRunResponse.fromPartial({
        run: details(findRun(runId, scope)),
        chargedMillicredits: 1_500,
        refundedMillicredits: 500,
      }),
    retry: async ({ runId, submissionId = '' }, scope) => {
      const run = findRun(runId, scope);
      const replayed = used.has(submissionId);
      used.add(submissionId);
      const reuse = [{ nodeId: 'peptides', verdict: ReuseVerdict.REUSED, reason: 'Nothing has changed.' }];
      return RetryRunResponse.fromPartial({ run: details(run), reuse, replayed });
    },
  };
  const calls: TestWorkflows['calls'] = [];
  for (const [method, answer] of Object.entries(answers)) {
    Object.assign(answers, {
      [method]: (request: never, scope: never) => {
        calls.push({ method, request, scope });
        return answer(request, scope);
      },
    });
  }
  return Object.assign(answers, { known, runs, candidates, decisions, savedInputs, used, calls });
}
