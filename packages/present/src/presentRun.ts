import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { Members } from '@rotamer/accounts/access/members.ts';
import type { Person } from '@rotamer/accounts/access/userNames.ts';
import type { Scope } from '@rotamer/api/operation/access.ts';
import type { PublicWorkflowJob, PublicWorkflowNode, PublicWorkflowRun } from '@rotamer/api/schemas/workflowRun.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { enumName, enumWord } from '@rotamer/kit/enumWord.ts';
import type { Attempt, ChildJob, Node, NodeDecision } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { NodeReuse, RunDetails } from '@rotamer/proto/workflows/v1/workflows.ts';
import { presentPause } from './presentEventRun.ts';
import { creditsOrNull, presentPinned } from './presentJob.ts';
import { presentPerson } from './presentPerson.ts';

/** People by their user id, for a credential that may see their addresses or not. */
export interface Who {
  people: ReadonlyMap<string, Person>;
  scopes: readonly Scope[];
}

export const nobody: Who = { people: new Map(), scopes: [] };

/** Returns the people who asked for the attempts of a run, and who decided at its checkpoints. */
export async function peopleOf(
  members: Pick<Members, 'people'>,
  { run, nodes }: RunDetails,
  { scopes }: Pick<Credential, 'scopes'>,
): Promise<Who> {
  const starters = run!.attempts.flatMap(({ startedBy }) => startedBy || []);
  const ids = [...new Set([...starters, ...nodes.flatMap(({ decision }) => decision?.decidedBy ?? [])])];
  return ids.length > 0 ? { people: await members.people(ids), scopes } : nobody;
}

type PublicAttempt = PublicWorkflowRun['attempts'][number];

/** The run of the public API, with the nodes and the first jobs of one attempt. `who` has the people of `peopleOf`. */
export function presentRun(details: RunDetails, who: Who = nobody): PublicWorkflowRun {
  const run = details.run!;
  const { attempts } = run;
  const last = attempts.at(-1)!;
  const sum = (millicredits: (attempt: Attempt) => number) =>
    toCredits(attempts.reduce((total, attempt) => total + millicredits(attempt), 0));
  return {
    id: run.id,
    object: 'workflow_run',
    project_id: run.projectId ?? null,
    workflow_id: run.workflowId,
    workflow_name: run.workflowName,
    revision_id: run.revisionId,
    revision_number: run.revisionNumber,
    name: run.name ?? null,
    status: enumName('RUN_STATUS', run.status),
    pause: presentPause(last.pause),
    error: last.error ?? null,
    estimated_credits: sum(estimated),
    actual_credits: sum((attempt) => attempt.chargedMillicredits),
    attempts: attempts.map((attempt) => presentAttempt(attempt, who)),
    attempt_id: details.attemptId,
    nodes: details.nodes.map((node) => presentNode(node, who)),
    jobs: details.children.map(presentChild),
    has_more_jobs: details.moreChildren,
    created_at: run.createdAt!.toISOString(),
    started_at: timeOrNull(attempts[0]!.startedAt),
    completed_at: timeOrNull(last.completedAt),
  };
}

/** Returns the most that an attempt may cost, as far as is known: its charges and holds. */
function estimated({ chargedMillicredits, heldMillicredits }: Attempt): number {
  return chargedMillicredits + heldMillicredits;
}

function presentAttempt(attempt: Attempt, { people, scopes }: Who): PublicAttempt {
  const { startedBy } = attempt;
  return {
    id: attempt.id,
    object: 'workflow_attempt',
    number: attempt.number,
    mode: enumWord('ATTEMPT_MODE', attempt.mode),
    reused_attempt_id: attempt.reusedAttemptId ?? null,
    status: enumName('RUN_STATUS', attempt.status),
    pause: presentPause(attempt.pause),
    error: attempt.error ?? null,
    max_credits: creditsOrNull(attempt.maxMillicredits),
    estimated_credits: toCredits(estimated(attempt)),
    actual_credits: toCredits(attempt.chargedMillicredits),
    refunded_credits: toCredits(attempt.refundedMillicredits),
    // Services of the last release do not say it.
    ...(startedBy && { started_by: presentPerson(startedBy, people.get(startedBy), scopes) }),
    created_at: attempt.createdAt!.toISOString(),
    started_at: timeOrNull(attempt.startedAt),
    completed_at: timeOrNull(attempt.completedAt),
  };
}

function presentNode(node: Node, who: Who): PublicWorkflowNode {
  const { waiting, active, done, failed, skipped } = node;
  return {
    id: node.id,
    type: node.type as PublicWorkflowNode['type'],
    status: enumName('NODE_STATUS', node.status),
    job_counts: { waiting, active, completed: done, failed, skipped },
    items: node.items,
    taken: node.taken ?? null,
    error: node.error ?? null,
    reused_attempt_id: node.reusedAttemptId ?? null,
    ...(node.dataset !== undefined && { dataset: presentPinned(node.dataset, node.datasetSha256 ?? '') }),
    ...(node.label !== undefined && { label: node.label }),
    ...(node.tool !== undefined && { tool: node.tool }),
    after: node.after,
    reserved_credits: toCredits(node.heldMillicredits),
    credits_used: toCredits(node.chargedMillicredits),
    ...(node.decision && { decision: presentNodeDecision(node.decision, who) }),
    started_at: timeOrNull(node.startedAt),
    completed_at: timeOrNull(node.completedAt),
  };
}

function presentNodeDecision(
  { decidedBy, decidedAt, note, approved, rejected, candidateSetDigest }: NodeDecision,
  { people, scopes }: Who,
): PublicWorkflowNode['decision'] {
  return {
    decided_by: presentPerson(decidedBy, people.get(decidedBy), scopes),
    decided_at: decidedAt!.toISOString(),
    approved,
    rejected,
    candidate_set_digest: candidateSetDigest,
    note: note ?? null,
  };
}

/** A job that a run starts for a node. */
export function presentChild(child: ChildJob): PublicWorkflowJob {
  return {
    object: 'workflow_job',
    node_id: child.nodeId,
    index: child.n,
    status: enumName('CHILD_STATUS', child.status),
    job_id: child.jobId || null,
    job_status: (child.jobStatus || null) as PublicWorkflowJob['job_status'],
    tool: child.tool,
    item_id: child.itemId ?? null,
    item_label: child.itemLabel ?? null,
    error: child.error ?? null,
    reserved_credits: toCredits(child.heldMillicredits),
    credits_used: toCredits(child.chargedMillicredits),
    result_available: child.resultAvailable,
    result_url: child.resultAvailable && child.jobId ? jobResultUrl(child.jobId) : null,
  };
}

/** The address of a job's result, relative to the base URL. */
export function jobResultUrl(jobId: string): string {
  return `/api/v1/results/${jobId}`;
}

/** Whether a node's earlier result is reused, and why. */
export function presentReuse({ nodeId, verdict, reason }: NodeReuse) {
  const word = enumWord<
    'reused' | 'runs_again' | 'changed_settings' | 'new_tool_version' | 'other_input' | 'no_result'
  >('REUSE_VERDICT', verdict);
  return { node_id: nodeId, reused: word === 'reused', verdict: word, reason };
}

function timeOrNull(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
