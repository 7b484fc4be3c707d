import type { GraphEdge } from '../definition/graph.ts';

/** States of an attempt. The last four are final. */
export type AttemptStatus =
  | 'QUEUED'
  | 'RUNNING'
  | 'PAUSED'
  | 'COMPLETED'
  | 'COMPLETED_WITH_ERRORS'
  | 'FAILED'
  | 'CANCELLED';

export type NodeStatus =
  /** Has not begun: nodes before it are not finished, or the attempt is paused. */
  | 'WAITING'
  /** This service is computing its items. */
  | 'EVALUATING'
  /** A tool whose jobs are being launched or are running. */
  | 'RUNNING'
  /** A checkpoint that has candidates. */
  | 'PAUSED'
  | 'COMPLETED'
  | 'FAILED'
  | 'SKIPPED'
  | 'CANCELLED';

export type PauseReason = 'curation' | 'max_credits' | 'insufficient_credits';

/** The reasons about credits: a job was refused. */
export type CreditReason = Exclude<PauseReason, 'curation'>;

/**
 * A node in one attempt. It has counts of its jobs; the jobs themselves are rows. Invariants: launched = launching + active + done + failed
 * + dropped, and `counts` adds up to `total`.
 */
export interface NodeState {
  status: NodeStatus;
  /** Number of jobs of the node; 0 until a tool begins, and for all other nodes. That of a batch is set from the start. */
  total: number;
  /** Jobs that have been launched: those with the numbers 0 to launched − 1. */
  launched: number;
  /** Accepted by jobs and not ended yet. */
  active: number;
  done: number;
  failed: number;
  /** Given up before jobs accepted them. */
  dropped: number;
  /** Number of items that left the node, by port. */
  outputs: Readonly<Record<string, number>>;
  /** The port that a branch took. */
  taken?: string;
  /** Whether a selection is recorded at this checkpoint. */
  decided?: boolean;
  /** Why the node failed or was skipped, or the first failure of its jobs. */
  error?: string;
  startedAt?: Date;
  completedAt?: Date;
}

/** The state of an attempt that the engine works on. */
export interface AttemptState {
  status: AttemptStatus;
  /** Set while the attempt is PAUSED. */
  pause?: {
    reason: PauseReason;
    nodeId: string;
    /** Why credits were refused. */
    message?: string;
  };
  /** Why the attempt failed. */
  error?: string;
  startedAt?: Date;
  completedAt?: Date;
  /** Whether every node has finished: the attempt ends when the charge of each job is final. */
  settling?: boolean;
  /** All nodes of the definition, by id. */
  nodes: Readonly<Record<string, NodeState>>;
}

/** An event of an attempt. An event about one of its jobs arrives here once, when the row of the child has moved (child.ts). */
export type AttemptEvent =
  | { type: 'start' }
  /**
   * A node was evaluated, and its items are stored: `outputs` counts the items that left by each port. The candidates of a checkpoint are
   * reported by `candidatesReady`.
   */
  | { type: 'evaluated'; nodeId: string; outputs: Record<string, number>; taken?: string }
  | { type: 'candidatesReady'; nodeId: string; candidates: number }
  | { type: 'evaluationFailed'; nodeId: string; error: string }
  /** Jobs accepted some children. */
  | { type: 'accepted'; nodeId: string; count: number }
  /** Credits were refused for a child, by this limit. The child stays launched and is tried again after the pause. */
  | { type: 'refusedForCredits'; nodeId: string; reason: CreditReason; message?: string }
  /** Children have ended, and their results are stored. */
  | { type: 'ended'; nodeId: string; ended: EndedChild[] }
  /** Children of an ended node or a cancelled attempt were given up before jobs accepted them. */
  | { type: 'dropped'; nodeId: string; count: number }
  | { type: 'decided'; nodeId: string }
  /** Enough results of a batch match its `stop_when`: no more of its lines are launched. */
  | { type: 'enough'; nodeId: string }
  | { type: 'continue' }
  | { type: 'fundsAvailable' }
  /** The charges of all jobs of a settling attempt are final. */
  | { type: 'settled' }
  | { type: 'cancel' };

export interface EndedChild {
  ok: boolean;
  /** Whether jobs had accepted the child; false: the child was refused for good. */
  accepted: boolean;
  /** Number of items that the child left, by port. */
  outputs: Record<string, number>;
  error?: string;
}

/** Work to do after a change; committed together with the change. */
export type Command =
  /** Evaluate the items of a node, or the candidates of a checkpoint. */
  | { type: 'evaluate'; nodeId: string }
  /** A tool begins: insert the rows of its children, and record what it is made from. */
  | { type: 'plan'; nodeId: string; total: number }
  /** Submit the children numbered `from` to `to` − 1. */
  | { type: 'launch'; nodeId: string; from: number; to: number }
  /** Cancel the children of a node that jobs has, and give up the others. */
  | { type: 'stopChildren'; nodeId: string }
  /** Give up the children of a node that jobs has not accepted. */
  | { type: 'stopLaunching'; nodeId: string }
  /** Try the children again for which credits were refused. */
  | { type: 'resume' }
  /** Send `settled` when the charges of all jobs are final. */
  | { type: 'settle' };

/** A change of the run's status that is published as an event. */
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

/** Returns whether a node has ended, so that it sends no more items. */
export function isFinished(status: NodeStatus): boolean {
  return FINISHED.has(status);
}

/** Returns the state of an edge. `live`: it carries items, or an empty list. `dead`: no items will ever arrive over it. */
export function edgeState(
  { nodes }: Pick<AttemptState, 'nodes'>,
  { source, port }: GraphEdge,
): 'pending' | 'live' | 'dead' {
  const { status, taken } = nodes[source]!;
  if (!isFinished(status)) return 'pending';
  const isTaken = taken === undefined || taken === port;
  return status === 'COMPLETED' && isTaken ? 'live' : 'dead';
}

/** Returns the live edges. Items of a failed node do not flow on, including those it left before it failed. */
export function liveEdges(state: Pick<AttemptState, 'nodes'>, edges: GraphEdge[]): GraphEdge[] {
  return edges.filter((edge) => edgeState(state, edge) === 'live');
}

/** The initial state of a node. */
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

/** Returns the number of launched children that jobs has neither accepted nor refused for good. */
export function launching({ launched, active, done, failed, dropped }: NodeState): number {
  return launched - active - done - failed - dropped;
}

/** Returns the counts of a node's jobs as shown to people; the five add up to `total`. */
export function counts(node: NodeState) {
  const { status, total, launched, active, done, failed, dropped } = node;
  const skipped = dropped + (isFinished(status) ? total - launched : 0);
  return { waiting: total - active - done - failed - skipped, active, done, failed, skipped };
}
