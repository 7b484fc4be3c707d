import { eachSlotOf, type Graph, type GraphEdge, type GraphNode, JOIN_SLOTS } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { ToolNode } from '../definition/schema.ts';
import { edgeState, isFinal, isFinished, launching, liveEdges, type NodeState } from './attempt.ts';
import { type Draft, resume } from './draft.ts';

/** Maximum number of children of one node that wait for a response of jobs at the same time. */
export const LAUNCH_WINDOW = 50;

/**
 * Begins all work that has become possible. Depends only on the state, not on the last event, so calling it at any time and repeatedly is
 * safe.
 */
export function advance(graph: Graph, draft: Draft, now: Date): void {
  if (isFinal(draft.attempt.status) || draft.attempt.status === 'QUEUED') return;
  // Running tools may finish even while nothing new may begin.
  for (const { node } of graph.nodes.values()) if (node.type === 'tool') concludeTool(draft, node, now);
  pauseOrGoOn(draft);
  if (draft.attempt.status === 'RUNNING') for (const node of graph.nodes.values()) advanceNode(graph, draft, node, now);
  settle(graph, draft);
}

function pauseOrGoOn(draft: Draft): void {
  const { status, pause, nodes } = draft.attempt;
  const checkpoint = Object.entries(nodes).find(([, node]) => node.status === 'PAUSED' && !node.decided);
  if (status === 'RUNNING' && checkpoint) {
    draft.set({ status: 'PAUSED', pause: { reason: 'curation', nodeId: checkpoint[0] } });
  } else if (pause && pause.reason !== 'curation' && isFinished(draft.node(pause.nodeId).status)) {
    // The node whose job was too expensive has finished, so that job is no longer needed.
    resume(draft);
  }
}

function advanceNode(graph: Graph, draft: Draft, graphNode: GraphNode, now: Date): void {
  const { node } = graphNode;
  const { status, decided } = draft.node(node.id);
  if (status === 'WAITING') begin(graph, draft, graphNode, now);
  else if (status === 'PAUSED' && decided) evaluate(draft, node.id, {});
  if (node.type !== 'tool') return;
  concludeTool(draft, node, now);
  launch(draft, node);
}

/** Begins a node when everything before it has finished. Skips it when nothing can arrive. */
function begin(graph: Graph, draft: Draft, graphNode: GraphNode, now: Date): void {
  const { node, incoming } = graphNode;
  if (incoming.some((edge) => edgeState(draft.attempt, edge) === 'pending')) return;
  const live = liveEdges(draft.attempt, incoming);
  const dead = node.type === 'join' && JOIN_SLOTS.find((slot) => !live.some((edge) => edge.slot === slot));
  if (dead) skip(draft, node.id, `No items reach the slot '${dead}'.`, now);
  else if (incoming.length > 0 && live.length === 0) skip(draft, node.id, 'No items reach this node.', now);
  else if (node.type === 'tool') beginTool(draft, graphNode, live, now);
  else if (node.type !== 'curation' || !isCheckpointOpen(graph, draft)) evaluate(draft, node.id, { startedAt: now });
}

function skip(draft: Draft, nodeId: string, error: string, now: Date): void {
  draft.setNode(nodeId, { status: 'SKIPPED', error, completedAt: now });
}

function evaluate(draft: Draft, nodeId: string, change: Partial<NodeState>): void {
  draft.setNode(nodeId, { ...change, status: 'EVALUATING' });
  draft.commands.push({ type: 'evaluate', nodeId });
}

function beginTool(draft: Draft, graphNode: GraphNode, live: GraphEdge[], now: Date): void {
  const { node, incoming } = graphNode;
  const liveInto = (slot: string) => live.filter((edge) => edge.slot === slot);
  const arrived = (slot: string) => itemsOn(draft, liveInto(slot));
  const eachSlot = eachSlotOf(graphNode);
  // A fan-out over no items completes at once. A fan-out whose slot has no live edge is skipped.
  const lacks = (slot: string) => (slot === eachSlot ? liveInto(slot).length === 0 : arrived(slot) === 0);
  const empty = incoming.find(({ slot, required }) => (required || slot === eachSlot) && lacks(slot));
  const total = totalOf(draft, graphNode, () => (eachSlot === undefined ? 1 : arrived(eachSlot)));
  if (empty) skip(draft, node.id, `No items reached the slot '${empty.slot}'.`, now);
  else if (!graphNode.lines && total + plannedJobs(draft) > limits.jobsPerAttempt) {
    const error = `It would need ${total} jobs; a run can have at most ${limits.jobsPerAttempt}.`;
    draft.setNode(node.id, { status: 'FAILED', error, completedAt: now });
  } else {
    draft.setNode(node.id, { status: 'RUNNING', total, startedAt: now });
    draft.commands.push({ type: 'plan', nodeId: node.id, total });
  }
}

/** Returns the number of jobs of a tool. That of a batch is known from the start. */
function totalOf(draft: Draft, { node, lines }: GraphNode, arriving: () => number): number {
  return lines ? draft.node(node.id).total : arriving();
}

function itemsOn(draft: Draft, edges: GraphEdge[]): number {
  return edges.reduce((sum, { source, port }) => sum + (draft.node(source).outputs[port] ?? 0), 0);
}

function plannedJobs(draft: Draft): number {
  return Object.values(draft.attempt.nodes).reduce((sum, { total }) => sum + total, 0);
}

/** Finishes a tool node whose jobs have all ended, or one that gives up at its first failure. */
function concludeTool(draft: Draft, { id, on_item_error }: ToolNode, now: Date): void {
  const state = draft.node(id);
  if (state.status !== 'RUNNING') return;
  const { total, done, failed, error } = state;
  const fail = () => draft.setNode(id, { status: 'FAILED', completedAt: now, error: failureOf(failed, total, error) });
  if (failed > 0 && on_item_error === 'fail') {
    fail();
    draft.commands.push({ type: 'stopChildren', nodeId: id });
  } else if (done + failed === total) {
    if (failed > 0 && done === 0) fail();
    else draft.setNode(id, { status: 'COMPLETED', completedAt: now });
  }
}

function failureOf(failed: number, total: number, error = 'the reason is unknown.'): string {
  return total === 1 ? error : `${failed} of ${total} jobs failed; the first: ${error}`;
}

/** Launches children up to the node's `max_parallel`, with at most LAUNCH_WINDOW submissions unanswered. */
function launch(draft: Draft, { id, max_parallel = Number.POSITIVE_INFINITY }: ToolNode): void {
  const state = draft.node(id);
  if (state.status !== 'RUNNING') return;
  const waiting = launching(state);
  const room = Math.min(max_parallel - waiting - state.active, LAUNCH_WINDOW - waiting);
  const to = Math.min(state.total, state.launched + room);
  if (to <= state.launched) return;
  draft.commands.push({ type: 'launch', nodeId: id, from: state.launched, to });
  draft.setNode(id, { launched: to });
}

/**
 * Returns whether a checkpoint is open. A run waits at one checkpoint at a time; the candidates of the next one are evaluated after it is
 * closed.
 */
function isCheckpointOpen(graph: Graph, draft: Draft): boolean {
  return [...graph.nodes.values()].some(({ node: { id, type } }) => {
    const { status } = draft.node(id);
    return type === 'curation' && (status === 'EVALUATING' || status === 'PAUSED');
  });
}

/** Starts settling when every node has finished and no child can still get a job. */
function settle(graph: Graph, draft: Draft): void {
  if (isFinal(draft.attempt.status) || draft.attempt.settling) return;
  const isOver = (state: NodeState) => isFinished(state.status) && state.active === 0 && launching(state) === 0;
  if (![...graph.nodes.keys()].every((id) => isOver(draft.node(id)))) return;
  draft.set({ settling: true });
  draft.commands.push({ type: 'settle' });
}

/** Ends an attempt whose charges are final. */
export function finish(graph: Graph, draft: Draft, now: Date): void {
  if (isFinal(draft.attempt.status) || !draft.attempt.settling) return;
  const nodes = [...graph.nodes.values()].map(({ node, lines }) => ({ node, lines, state: draft.node(node.id) }));
  const reached = nodes.some(
    ({ node, lines, state }) => (node.type === 'output' || lines) && state.status === 'COMPLETED',
  );
  const failures = nodes.filter(({ state }) => state.status === 'FAILED' || state.failed > 0);
  const [first] = failures.filter(({ state }) => state.status === 'FAILED');
  draft.set({ pause: undefined, settling: false, completedAt: now });
  if (failures.length === 0) draft.set({ status: 'COMPLETED' });
  else if (reached) draft.set({ status: 'COMPLETED_WITH_ERRORS' });
  else draft.set({ status: 'FAILED', error: first && `${first.node.id}: ${first.state.error}` });
}
