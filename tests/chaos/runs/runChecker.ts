import { JOBS_OF_NODE } from './longWorkflow.ts';
import type { ChildFact, RunFacts } from './runFacts.ts';
import type { RunRecord, Story } from './runHistory.ts';

/** Statuses in which the attempts of each story end, in order. */
const ENDS: Readonly<Record<Story, string[]>> = {
  'left alone': ['COMPLETED'],
  reviewed: ['COMPLETED'],
  damaged: ['COMPLETED_WITH_ERRORS'],
  capped: ['COMPLETED'],
  cancelled: ['CANCELLED'],
  retried: ['CANCELLED', 'COMPLETED'],
};

const refOf = ({ attemptId, nodeId, n }: ChildFact) => `${attemptId}/${nodeId}/${n}`;

/** Returns the invariants violated by runs in a chaos run, as text, or an empty list when all hold. */
export function findRunViolations(history: RunRecord[], facts: RunFacts): string[] {
  return [
    ...history.flatMap(({ key, surprises }) => surprises.map((surprise) => `run ${key}: ${surprise}`)),
    ...lostOrDoubled(history, facts),
    ...wrongEnds(history, facts),
    ...wrongLaunches(facts),
    ...missingJobs(facts),
    ...wrongAmounts(history, facts),
    ...wrongSelections(history, facts),
  ];
}

function* lostOrDoubled(history: RunRecord[], { runs }: RunFacts): Generator<string> {
  const byName = Map.groupBy(runs, ({ workspaceId, name }) => `${workspaceId}/${name}`);
  for (const { key, workspaceId, ids } of history) {
    const made = byName.get(`${workspaceId}/${key}`) ?? [];
    if (made.length !== 1) yield `key ${key} made ${made.length} runs`;
    for (const id of new Set(ids)) if (!made.some((run) => run.id === id)) yield `run ${id} of key ${key} is lost`;
  }
}

function* wrongEnds(history: RunRecord[], { runs, attempts }: RunFacts): Generator<string> {
  const storyOf = new Map(history.map(({ key, story }) => [key, story]));
  for (const { id, name } of runs) {
    const ends = attempts.filter(({ runId }) => runId === id).map(({ status }) => status);
    const story = storyOf.get(name)!;
    if (ends.join() !== ENDS[story].join()) yield `run ${id}, ${story}, is ${ends.join()}`;
  }
}

/** Finds children and jobs that are not matched one to one. */
function* wrongLaunches({ children, jobs }: RunFacts): Generator<string> {
  const byRef = Map.groupBy(jobs, ({ parentRef }) => parentRef);
  for (const [ref, some] of byRef) if (some.length > 1) yield `${ref} was launched ${some.length} times`;
  const refs = new Set(children.map(refOf));
  for (const { id, parentRef } of jobs) if (!refs.has(parentRef)) yield `job ${id} is of no child: ${parentRef}`;
  for (const child of children) {
    const ref = refOf(child);
    const [job] = byRef.get(ref) ?? [];
    if (!['PLANNED', 'DONE', 'FAILED', 'DROPPED'].includes(child.state)) yield `${ref} is still ${child.state}`;
    if (child.jobId !== (job?.id ?? null)) yield `${ref} knows job ${child.jobId}, jobs has ${job?.id}`;
  }
}

/** Finds completed attempts that lack some of their jobs. */
function* missingJobs({ attempts, children }: RunFacts): Generator<string> {
  const ofAttempt = Map.groupBy(children, ({ attemptId }) => attemptId);
  for (const { id, status } of attempts) {
    if (!status.startsWith('COMPLETED')) continue;
    const done = (ofAttempt.get(id) ?? []).filter(({ state }) => state === 'DONE');
    for (const [nodeId, count] of Object.entries(JOBS_OF_NODE)) {
      const found = done.filter((child) => child.nodeId === nodeId).length;
      if (found !== count) yield `attempt ${id}: ${nodeId} has ${found} completed jobs instead of ${count}`;
    }
  }
}

function* wrongAmounts(history: RunRecord[], facts: RunFacts): Generator<string> {
  const { runs, attempts, children, jobs, budgets } = facts;
  const finalOf = new Map(jobs.map(({ id, final }) => [id, final]));
  for (const child of children) {
    const final = child.jobId === null ? null : (finalOf.get(child.jobId) ?? null);
    if (child.final !== final) yield `${refOf(child)} says ${child.final}, its job ${final}`;
  }
  const chargeOf = (attemptId: string) =>
    jobs.filter(({ parentRef }) => parentRef.startsWith(`${attemptId}/`)).reduce((sum, { final }) => sum + final!, 0);
  const budgetOf = new Map(budgets.map((budget) => [budget.id, budget]));
  for (const { id, budgetId } of attempts) {
    const budget = budgetId && budgetOf.get(budgetId);
    if (budget && budget.posted !== chargeOf(id))
      yield `attempt ${id} was charged ${chargeOf(id)}, its budget says ${budget.posted}`;
  }
  for (const { id, held } of budgets) if (held !== 0) yield `budget ${id} still holds ${held}`;
  for (const { key, charged, chargedAtCancel } of history) {
    const run = runs.find(({ name }) => name === key);
    const ofRun = attempts.filter(({ runId }) => runId === run?.id).map(({ id }) => chargeOf(id));
    const sum = ofRun.reduce((a, b) => a + b, 0);
    if (charged !== sum) yield `run ${run?.id} says ${charged}, its jobs came to ${sum}`;
    if (chargedAtCancel !== undefined && chargedAtCancel !== ofRun[0])
      yield `run ${run?.id} was cancelled at ${chargedAtCancel}, its jobs came to ${ofRun[0]}`;
  }
}

/**
 * Finds accepted selections that differ from the stored one, stored selections from another candidate set, and
 * checkpoints whose approved items differ from the items that went on.
 */
function* wrongSelections(history: RunRecord[], { runs, attempts, children, decisions }: RunFacts): Generator<string> {
  for (const { key, selections } of history) {
    const run = runs.find(({ name }) => name === key);
    const last = attempts.findLast(({ runId }) => runId === run?.id);
    const stored = decisions.find(({ attemptId }) => attemptId === last?.id);
    for (const approved of selections)
      if (!isSame(approved, stored?.approved))
        yield `run ${run?.id}: ${approved} was approved, stored is ${stored?.approved}`;
  }
  for (const { attemptId, digest, candidates, approved } of decisions) {
    if (digest !== candidates) yield `attempt ${attemptId}: the selection is from other candidates`;
    const went = children.filter((child) => child.attemptId === attemptId && child.nodeId === 'chosen');
    const items = went.map(({ itemId }) => itemId!);
    if (items.length > 0 && !isSame(items, approved))
      yield `attempt ${attemptId}: ${approved} was approved, ${items} went on`;
  }
}

function isSame(some: string[], other: string[] = []): boolean {
  return some.toSorted().join() === other.toSorted().join();
}
