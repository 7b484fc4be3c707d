import { type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { Access, AttemptMode } from '@rotamer/proto/workflows/v1/workflow.ts';
import {
  type NodeReuse,
  type QuoteRest,
  type QuoteRunRequest,
  type RetryRunRequest,
  ReuseVerdict,
  type RunQuote,
  type StartRequest,
} from '@rotamer/proto/workflows/v1/workflows.ts';
import { readAttempt } from '../attempts/attemptStore.ts';
import { planReuse } from '../attempts/planReuse.ts';
import { requirePins } from '../datasets/findPins.ts';
import { ITEMS } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import { hasRecords } from '../definition/recordFormats.ts';
import type { Deps } from '../deps.ts';
import { isFinal, type NodeState } from '../engine/attempt.ts';
import { itemsOfText } from '../evaluation/readInputItems.ts';
import { type Bounds, exactly, type KnownNode, quoteGraph, totalOf } from '../quotes/quoteGraph.ts';
import { readInputData } from '../runs/inputData.ts';
import { readOwnRun } from '../runs/runStore.ts';
import { requireAccess } from '../workflow/access.ts';
import type { Revision } from '../workflow/revisions.ts';
import { readOwnWorkflow } from '../workflow/workflowStore.ts';
import { refuseActive, refuseGone, refuseTooMany, refuseUnlike, requireFailed, requireValidRetry } from './retryRun.ts';
import { defaultCap, maxProblem, refuseStale, resolveFiles, TO_HAVE_DATASETS } from './start.ts';

type QuoteDeps = Pick<Deps, 'db' | 'revisions' | 'files' | 'blobs' | 'tools' | 'datasets'>;

/** What a part of a quote is made from. */
interface Asked {
  revision: Revision;
  known: Map<string, KnownNode>;
  capMillicredits?: number;
  reuse?: NodeReuse[];
}

/** Returns bounds of what a run, another attempt, or the rest of a paused run would cost. Stores, starts and reserves nothing. */
export function quoteRun(deps: QuoteDeps): Rpc<QuoteRunRequest, RunQuote> {
  return async ({ what }, context) => {
    const { revision, known, capMillicredits, reuse = [] } = await askedOf(deps, what, context);
    const nodes = quoteGraph(revision.graph, await deps.tools(), known);
    const total = totalOf(nodes);
    return {
      nodes: nodes.map(({ nodeId, label, tool, jobs, millicredits, metered }) => ({
        ...{ nodeId, label, tool, metered, minJobs: jobs.min, maxJobs: jobs.max },
        ...{ minMillicredits: millicredits.min, maxMillicredits: millicredits.max },
      })),
      minMillicredits: total.min,
      maxMillicredits: total.max,
      capMillicredits,
      reuse,
    };
  };
}

function askedOf(deps: QuoteDeps, what: QuoteRunRequest['what'], context: RpcContext): Promise<Asked> {
  switch (what?.$case) {
    case 'start':
      return ofStart(deps, what.value, context);
    case 'retry':
      return ofRetry(deps, what.value, context);
    case 'rest':
      return ofRest(deps, what.value, context);
    default:
      throw new Error('a quote of nothing');
  }
}

async function ofStart(deps: QuoteDeps, request: StartRequest, context: RpcContext): Promise<Asked> {
  requireValid(maxProblem(request.maxMillicredits));
  const workflow = await readOwnWorkflow(deps.db, request.workflowId, context.caller);
  requireAccess(workflow.access, Access.RUN);
  refuseStale(workflow, request.expectedRevisionId);
  const revision = await deps.revisions.get(workflow.revisionId);
  const { definition, flow, settings } = revision;
  const data = readInputData(definition, request.inputData, await resolveFiles(deps, request, context));
  await requirePins(deps, definition.nodes, scopeOf(context), TO_HAVE_DATASETS);
  const known = new Map(
    [...data].map(([id, inputs]) => [id, { outputs: { [ITEMS]: itemsOf(inputs, flow.isSplit(id, ITEMS)) } }]),
  );
  return { revision, known, capMillicredits: request.maxMillicredits ?? defaultCap(settings) };
}

/** Returns how many items an input node makes. The records of a saved file are counted only when the run begins. */
function itemsOf(inputs: readonly SubmittedInput[], isSplit: boolean): Bounds {
  let count = 0;
  let isKnown = true;
  for (const input of inputs) {
    const isFile = input.content === undefined;
    count += isFile ? 1 : itemsOfText(input, () => '').length;
    if (isFile && isSplit && hasRecords(input.format)) isKnown = false;
  }
  return isKnown ? exactly(count) : { min: count, max: limits.itemsPerNode };
}

async function ofRetry(deps: QuoteDeps, request: RetryRunRequest, context: RpcContext): Promise<Asked> {
  const fromNode = request.mode === AttemptMode.FROM_FAILED_NODE ? request.nodeId : undefined;
  requireValidRetry(request, fromNode);
  const { run, access } = await readOwnRun(deps.db, request.runId, context.caller);
  requireAccess(access, Access.RUN);
  const revision = await deps.revisions.get(run.revisionId);
  const last = run.attempts.at(-1)!;
  refuseActive(last);
  refuseTooMany(last);
  if (fromNode !== undefined) await requireFailed(deps.db, revision, last.id, fromNode);
  const reuse = await planReuse(deps, revision, last.id, fromNode);
  refuseUnlike(reuse);
  await refuseGone(deps, context, run.id, revision, reuse);
  const { nodes } = (await readAttempt(deps.db, last.id))!.state;
  const reused = reuse.filter(({ verdict }) => verdict === ReuseVerdict.REUSED).map(({ nodeId }) => nodeId);
  // An input node makes the same items again.
  const inputs = revision.definition.nodes.filter(
    ({ id, type }) => type === 'input' && nodes[id]?.status === 'COMPLETED',
  );
  const same = new Set([...reused, ...inputs.map(({ id }) => id)]);
  const known = new Map([...same].map((id) => [id, { outputs: exactOutputs(nodes[id]!) }]));
  return { revision, known, capMillicredits: request.maxMillicredits ?? last.maxMillicredits, reuse };
}

async function ofRest(
  { db, revisions }: QuoteDeps,
  { runId, approved }: QuoteRest,
  { caller }: RpcContext,
): Promise<Asked> {
  const { run, access } = await readOwnRun(db, runId, caller);
  requireAccess(access, Access.RUN);
  const revision = await revisions.get(run.revisionId);
  const last = run.attempts.at(-1)!;
  const { nodes, pause } = (await readAttempt(db, last.id))!.state;
  const known = new Map<string, KnownNode>();
  for (const [id, node] of Object.entries(nodes)) {
    if (isEnded(node)) known.set(id, { outputs: exactOutputs(node) });
    else if (node.total > 0) known.set(id, { outputs: laterOutputs(node, revision, id), jobs: remainingJobs(node) });
  }
  if (pause?.reason === 'curation' && approved !== undefined)
    known.set(pause.nodeId, { outputs: { [ITEMS]: exactly(approved) } });
  return { revision, known, capMillicredits: last.maxMillicredits };
}

function isEnded({ status }: NodeState): boolean {
  return status === 'SKIPPED' || isFinal(status as Parameters<typeof isFinal>[0]);
}

/** Returns how many jobs of a node were not accepted yet. */
function remainingJobs({ total, active, done, failed, dropped }: NodeState): number {
  return total - active - done - failed - dropped;
}

function exactOutputs({ outputs }: NodeState): Record<string, Bounds> {
  return Object.fromEntries(Object.entries(outputs).map(([port, count]) => [port, exactly(count)]));
}

/** Returns the items that leave a node whose jobs still work: at least those that have left it. */
function laterOutputs({ outputs }: NodeState, { graph }: Revision, id: string): Record<string, Bounds> {
  const ports = graph.nodes.get(id)!.outgoing.map(({ port }) => port);
  return Object.fromEntries(ports.map((port) => [port, { min: outputs[port] ?? 0, max: limits.itemsPerNode }]));
}
