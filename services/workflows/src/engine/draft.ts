import type { AttemptState, Command, NodeState } from './attempt.ts';

/** An attempt during a decision: a copy of its state, and the commands so far. */
export interface Draft {
  readonly attempt: AttemptState;
  readonly commands: Command[];
  set(change: Partial<Omit<AttemptState, 'nodes'>>): void;
  node(id: string): NodeState;
  setNode(id: string, change: Partial<NodeState>): void;
}

/** Creates a draft. Changes go into a copy; the given state is not modified. */
export function createDraft(before: AttemptState): Draft {
  let attempt = before;
  const commands: Command[] = [];
  return {
    get attempt() {
      return attempt;
    },
    commands,
    set(change) {
      attempt = { ...attempt, ...change };
    },
    node(id) {
      const node = attempt.nodes[id];
      if (!node) throw new Error(`the attempt has no node ${id}`);
      return node;
    },
    setNode(id, change) {
      attempt = { ...attempt, nodes: { ...attempt.nodes, [id]: { ...this.node(id), ...change } } };
    },
  };
}

type Outputs = NodeState['outputs'];

export function addOutputs(outputs: Outputs, more: Outputs): Outputs {
  const sum = { ...outputs };
  for (const [port, count] of Object.entries(more)) sum[port] = (sum[port] ?? 0) + count;
  return sum;
}

/** Resumes an attempt. If a checkpoint still has no selection, `advance` pauses at it again. */
export function resume(draft: Draft): void {
  if (draft.attempt.status !== 'PAUSED') return;
  draft.set({ status: 'RUNNING', pause: undefined });
  draft.commands.push({ type: 'resume' });
}
