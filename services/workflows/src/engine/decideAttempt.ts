import type { Graph } from '../definition/graph.ts';
import { advance, finish } from './advance.ts';
import {
  type Announcement,
  type AttemptEvent,
  type AttemptState,
  type AttemptStatus,
  type CreditReason,
  type Decision,
  type EndedChild,
  isFinal,
  isFinished,
  type NodeState,
} from './attempt.ts';
import { addOutputs, createDraft, type Draft, resume } from './draft.ts';

/**
 * Decides how an event changes an attempt, and what to do next. Pure. It applies the event first and then begins everything that has become
 * possible, so the order of events does not matter. An event that does not fit the state changes nothing.
 */
export function decideAttempt(graph: Graph, before: AttemptState, event: AttemptEvent, now: Date): Decision {
  const draft = createDraft(before);
  note(graph, draft, event, now);
  advance(graph, draft, now);
  return { attempt: draft.attempt, commands: draft.commands, announcements: announce(before.status, draft.attempt) };
}

function note(graph: Graph, draft: Draft, event: AttemptEvent, now: Date): void {
  switch (event.type) {
    case 'start':
      if (draft.attempt.status === 'QUEUED') draft.set({ status: 'RUNNING', startedAt: now });
      break;
    case 'evaluated':
      onNode(draft, event.nodeId, 'EVALUATING', {
        status: 'COMPLETED',
        outputs: event.outputs,
        taken: event.taken,
        completedAt: now,
      });
      break;
    case 'candidatesReady':
      // Without candidates there is no selection to wait for.
      onNode(
        draft,
        event.nodeId,
        'EVALUATING',
        event.candidates > 0 ? { status: 'PAUSED' } : { status: 'COMPLETED', completedAt: now },
      );
      break;
    case 'evaluationFailed':
      onNode(draft, event.nodeId, 'EVALUATING', { status: 'FAILED', error: event.error, completedAt: now });
      break;
    case 'accepted':
      draft.setNode(event.nodeId, { active: draft.node(event.nodeId).active + event.count });
      break;
    case 'refusedForCredits':
      pauseForCredits(draft, event);
      break;
    case 'ended':
      for (const child of event.ended) countEnded(draft, event.nodeId, child);
      break;
    case 'dropped':
      draft.setNode(event.nodeId, { dropped: draft.node(event.nodeId).dropped + event.count });
      break;
    case 'enough':
      if (draft.node(event.nodeId).status !== 'RUNNING') break;
      draft.setNode(event.nodeId, { status: 'COMPLETED', completedAt: now });
      draft.commands.push({ type: 'stopLaunching', nodeId: event.nodeId });
      break;
    case 'decided':
      onNode(draft, event.nodeId, 'PAUSED', { decided: true });
      break;
    case 'continue':
      resume(draft);
      break;
    case 'fundsAvailable':
      if (draft.attempt.pause?.reason === 'insufficient_credits') resume(draft);
      break;
    case 'settled':
      finish(graph, draft, now);
      break;
    case 'cancel':
      cancel(graph, draft, now);
      break;
  }
}

/** Changes a node, unless it has left the status that the event is about. */
function onNode(draft: Draft, nodeId: string, expected: NodeState['status'], change: Partial<NodeState>): void {
  if (draft.node(nodeId).status === expected) draft.setNode(nodeId, change);
}

function pauseForCredits(
  draft: Draft,
  { nodeId, reason, message }: { nodeId: string; reason: CreditReason; message?: string },
): void {
  if (draft.attempt.status !== 'RUNNING' || isFinished(draft.node(nodeId).status)) return;
  draft.set({ status: 'PAUSED', pause: { reason, nodeId, message } });
}

function countEnded(draft: Draft, nodeId: string, { ok, accepted, outputs, error }: EndedChild): void {
  const node = draft.node(nodeId);
  draft.setNode(nodeId, {
    outputs: addOutputs(node.outputs, outputs),
    active: node.active - (accepted ? 1 : 0),
    done: node.done + (ok ? 1 : 0),
    failed: node.failed + (ok ? 0 : 1),
    error: node.error ?? (ok ? undefined : error),
  });
}

function cancel(graph: Graph, draft: Draft, now: Date): void {
  if (isFinal(draft.attempt.status)) return;
  draft.set({ status: 'CANCELLED', pause: undefined, settling: false, completedAt: now });
  for (const id of graph.nodes.keys()) {
    const { status } = draft.node(id);
    if (isFinished(status)) continue;
    draft.setNode(id, { status: 'CANCELLED', completedAt: now });
    if (status === 'RUNNING') draft.commands.push({ type: 'stopChildren', nodeId: id });
  }
}

function announce(before: AttemptStatus, { status, pause }: AttemptState): Announcement[] {
  if (before === status) return [];
  if (status === 'RUNNING') return [before === 'QUEUED' ? 'STARTED' : 'RESUMED'];
  if (status === 'QUEUED' || (status === 'PAUSED' && !pause)) return [];
  return [status];
}
