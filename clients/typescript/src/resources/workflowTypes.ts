import type { components } from '../contract.gen.ts';

type Schemas = components['schemas'];

/** A published workflow, as lists show it. */
export type Workflow = Schemas['Workflow'];
/** With its definition and settings. */
export type WorkflowDetail = Schemas['WorkflowDetail'];
export type WorkflowFinding = Schemas['WorkflowFinding'];
export type WorkflowValidation = Schemas['WorkflowValidation'];

export type RunRequest = Schemas['WorkflowRunRequest'];
/** One execution of a workflow. */
export type WorkflowRun = Schemas['WorkflowRun'];
export type RunResults = Schemas['WorkflowRunResult'];
/** What arrived at an output of a run. */
export type RunItem = Schemas['WorkflowItem'];
/** What a cancelled run came to. */
export type RunCancellation = Schemas['WorkflowRunCancellation'];
export type RunRetry = { mode: 'from_start' } | { mode: 'from_failed_node'; node_id: string };
/** The run with its new attempt, and what that reuses of the last one. */
export type RetriedRun = Schemas['WorkflowRunRetry'];

/** The checkpoint at which a run is paused. */
export type Curation = Schemas['WorkflowCuration'];
export type Candidate = Schemas['WorkflowCandidate'];
export type CurationDecision = Schemas['WorkflowCurationRequest'];

const ended: readonly string[] = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];

/** Whether a run has ended. A paused one has not. */
export function isRunEnded(status: string): boolean {
  return ended.includes(status);
}
