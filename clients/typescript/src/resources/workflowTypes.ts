import type { components } from '../contract.gen.ts';

type Schemas = components['schemas'];

/** A published workflow, as lists show it. */
export type Workflow = Schemas['Workflow'];
/** A workflow with its definition and settings. */
export type WorkflowDetail = Schemas['WorkflowDetail'];
export type WorkflowFinding = Schemas['WorkflowFinding'];
export type WorkflowValidation = Schemas['WorkflowValidation'];

export type RunRequest = Schemas['WorkflowRunRequest'];
/** One execution of a workflow. */
export type WorkflowRun = Schemas['WorkflowRun'];
export type RunResults = Schemas['WorkflowRunResult'];
/** An item at an output of a run. */
export type RunItem = Schemas['WorkflowItem'];
/** A job of a run. */
export type RunJob = Schemas['WorkflowJob'];
/** The totals of a cancelled run. */
export type RunCancellation = Schemas['WorkflowRunCancellation'];
/** What differs in a run that starts with the inputs of an earlier one. */
export type RunRerun = Schemas['WorkflowRunRerunRequest'];
export type RunSummary = Schemas['WorkflowRunSummary'];
export type RunRetry = { mode: 'from_start' } | { mode: 'from_failed_node'; node_id: string };
/** Bounds of what a run, another attempt or the rest of a run would cost. */
export type RunQuote = Schemas['WorkflowRunQuote'];
/** What the price of a run depends on. */
export type RunQuoteRequest = Schemas['WorkflowRunQuoteRequest'];
/** Another attempt, or the rest of a run after a number of approvals. */
export type RestQuoteRequest = Schemas['WorkflowRestQuoteRequest'];
/** A run with its new attempt, and what the attempt reuses of the previous one. */
export type RetriedRun = Schemas['WorkflowRunRetry'];

/** The checkpoint at which a run is paused. */
export type Curation = Schemas['WorkflowCuration'];
export type Candidate = Schemas['WorkflowCandidate'];
export type CurationDecision = Schemas['WorkflowCurationRequest'];

const ended: readonly string[] = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];

/** Returns whether a run has ended. A paused run has not. */
export function isRunEnded(status: string): boolean {
  return ended.includes(status);
}
