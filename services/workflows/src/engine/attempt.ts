import type { GraphEdge } from '../definition/graph.ts';

/** States of an attempt: the four last are final. */
export type AttemptStatus =
  | 'QUEUED'
  | 'RUNNING'
  | 'PAUSED'
  | 'COMPLETED'
  | 'COMPLETED_WITH_ERRORS'
  | 'FAILED'
  | 'CANCELLED';

export type NodeStatus =
  /** Not begun: nodes before it are not finished, or the attempt is paused. */
  | 'WAITING'
  /** Its items are being worked out by this service. */
  | 'EVALUATING'
  /** A tool: its jobs are being launched and run. */
  | 'RUNNING'
  /** A checkpoint with candidates. */
  | 'PAUSED'
  | 'COMPLETED'
  | 'FAILED'
  | 'SKIPPED'
  | 'CANCELLED';

export type PauseReason = 'curation' | 'max_credits' | 'insufficient_credits';

/** The reasons that are about money: a job was refused. */
export type CreditReason = Exclude<PauseReason, 'curation'>;

/**
 * A node in one attempt, with counts of its jobs instead of the jobs themselves, which are rows. Always
 * launched = launching + active + done + failed + dropped, and `counts` adds up to `total`.
 */
export interface NodeState {
  status: NodeStatus;
  /** Jobs that the node is for; 0 until a tool begins, and for all other nodes. */
  total: number;
  /** Jobs with a row: numbers 0 to launched − 1. */
  launched: number;
  /** Accepted by jobs and not ended. */
  active: number;
  done: number;
  failed: number;
  /** Given up before jobs had accepted them. */
  dropped: number;
  /** Items that left it, by port. */
  outputs: Readonly<Record<string, number>>;
  /** A branch: the port that was taken. */
  taken?: string;
  /** A checkpoint: a selection is recorded. */
  decided?: boolean;
  /** Why it failed or was skipped, or the first failure of its jobs. */
  error?: string;
  startedAt?: Date;
  completedAt?: Date;
}

/** What the engine knows of an attempt. */
export interface AttemptState {
  status: AttemptStatus;
  /** While PAUSED. */
  pause?: { reason: PauseReason; nodeId: string };
  /** Why it failed. */
  error?: string;
  startedAt?: Date;
  completedAt?: Date;
  /** Every node has finished: the attempt ends when the charge of each job is final. */
  settling?: boolean;
  /** By id: every node of the definition. */
  nodes: Readonly<Record<string, NodeState>>;
}

/** What happens to an attempt. What happens to one of its jobs arrives here once: when its row has moved (child.ts). */
export type AttemptEvent =
  | { type: 'start' }
  /** The node's items are there: how many left it by each port. A checkpoint: its candidates, before the decision. */
  | { type: 'evaluated'; nodeId: string; outputs: Record<string, number>; taken?: string }
  | { type: 'candidatesReady'; nodeId: string; candidates: number }
  | { type: 'evaluationFailed'; nodeId: string; error: string }
  /** Jobs has accepted some children. */
  | { type: 'accepted'; nodeId: string; count: number }
  /** Not enough credits for a child: which limit said so. It stays launched and is tried again after the pause. */
  | { type: 'refusedForCredits'; nodeId: string; reason: CreditReason }
  /** Children have ended, and what they left is there. */
  | { type: 'ended'; nodeId: string; ended: EndedChild[] }
  /** Children of a node that has ended, or of a cancelled attempt, were given up before jobs had accepted them. */
  | { type: 'dropped'; nodeId: string; count: number }
  | { type: 'decided'; nodeId: string }
  | { type: 'continue' }
  | { type: 'fundsAvailable' }
  /** The charges of all jobs of a settling attempt are final. */
  | { type: 'settled' }
  | { type: 'cancel' };

export interface EndedChild {
  ok: boolean;
  /** Jobs had accepted it; false: it was refused for good. */
  accepted: boolean;
  /** Items that it left, by port. */
  outputs: Record<string, number>;
  error?: string;
}

/** What is to be done after a change; committed with it. */
export type Command =
  /** Work out the items of a node, or the candidates of a checkpoint. */
  | { type: 'evaluate'; nodeId: string }
  /** A tool begins: make the rows of its children, and note what it is made from. */
  | { type: 'plan'; nodeId: string; total: number }
  /** Submit the children with these numbers, `to` not included. */
  | { type: 'launch'; nodeId: string; from: number; to: number }
  /** Cancel the children of a node that jobs has, and give up those that it has not. */
  | { type: 'stopChildren'; nodeId: string }
  /** Try the children again that credits were refused for. */
  | { type: 'resume' }
  /** Tell when the charges of all jobs are final. */
  | { type: 'settle' };

/** What the world is told. */
export type Announcement =
  | 'STARTED'
  | 'PAUSED'
  | 'RESUMED'
  | 'COMPLETED'
  | 'COMPLETED_WITH_ERRORS'
  | 'FAILED'
  | 'CANCELLED';

export interface Decision {
  attempt: AttemptState;
  commands: Command[];
  announcements: Announcement[];
}

const FINAL: ReadonlySet<AttemptStatus> = new Set(['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED']);

export function isFinal(status: AttemptStatus): boolean {
  return FINAL.has(status);
}

const FINISHED: ReadonlySet<NodeStatus> = new Set(['COMPLETED', 'FAILED', 'SKIPPED', 'CANCELLED']);

/** Whether nothing more leaves a node. */
export function isFinished(status: NodeStatus): boolean {
  return FINISHED.has(status);
}

/** What comes over an edge: `live`, items or none; `dead`, nothing ever. */
export function edgeState(
  { nodes }: Pick<AttemptState, 'nodes'>,
  { source, port }: GraphEdge,
): 'pending' | 'live' | 'dead' {
  const { status, taken } = nodes[source]!;
  if (!isFinished(status)) return 'pending';
  const isTaken = taken === undefined || taken === port;
  return status === 'COMPLETED' && isTaken ? 'live' : 'dead';
}

/** The edges that bring something; what a failed node left before it failed does not flow on. */
export function liveEdges(state: Pick<AttemptState, 'nodes'>, edges: GraphEdge[]): GraphEdge[] {
  return edges.filter((edge) => edgeState(state, edge) === 'live');
}

/** A node of an attempt that has not begun. */
export const newNode: NodeState = {
  status: 'WAITING',
  total: 0,
  launched: 0,
  active: 0,
  done: 0,
  failed: 0,
  dropped: 0,
  outputs: {},
};

/** Children with a row that jobs has neither accepted nor refused for good. */
export function launching({ launched, active, done, failed, dropped }: NodeState): number {
  return launched - active - done - failed - dropped;
}

/** The jobs of a node as people see them; the five add up to `total`. */
export function counts(node: NodeState) {
  const { status, total, launched, active, done, failed, dropped } = node;
  const skipped = dropped + (isFinished(status) ? total - launched : 0);
  return { waiting: total - active - done - failed - skipped, active, done, failed, skipped };
}
