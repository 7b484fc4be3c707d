import type { WorkflowRun } from '@rotamer/client';
import { count, credits, number } from '../words/numbers.ts';

export type RunNode = WorkflowRun['nodes'][number];

/** Returns what people call a node. */
export function nodeName({ id, label }: Pick<RunNode, 'id' | 'label'>): string {
  return label ?? id;
}

/** Returns the tool of a node, or else its type. */
export function nodeKind({ type, tool }: Pick<RunNode, 'type' | 'tool'>): string {
  return tool ?? type;
}

const words: Record<RunNode['status'], string> = {
  WAITING: 'waiting',
  RUNNING: 'running',
  PAUSED: 'waits for a review',
  COMPLETED: 'completed',
  COMPLETED_WITH_ERRORS: 'completed with errors',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  CANCELLED: 'cancelled',
};

/** Returns the state of a node in words. */
export function nodeState({ status, reused_attempt_id: reused }: RunNode): string {
  return reused === null ? (words[status] ?? status.toLowerCase()) : 'reused';
}

/** Returns how far the jobs of a node are: `12 of 50, 1 failed`; for other nodes the number of items that left it. */
export function nodeCounts({ type, status, job_counts, items }: RunNode): string {
  const { completed, failed, active, waiting } = job_counts;
  const total = completed + failed + active + waiting;
  if (type !== 'tool' || total === 0)
    return ['WAITING', 'PAUSED', 'SKIPPED', 'CANCELLED'].includes(status) ? '' : count(items, 'item');
  const parts = [`${number(completed)} of ${count(total, 'job')}`];
  if (active > 0 && status === 'RUNNING') parts.push(`${number(active)} active`);
  if (failed > 0) parts.push(`${number(failed)} failed`);
  return parts.join(', ');
}

/** Returns what the jobs of a node cost so far: `38 credits`, or `3 of 38 credits` while some are reserved; empty without jobs. */
export function nodeCost({ credits_used: used = 0, reserved_credits: reserved = 0 }: RunNode): string {
  if (used + reserved === 0) return '';
  return reserved > 0 ? `${number(used)} of ${credits(used + reserved)}` : credits(used);
}

export type StepDecision = NonNullable<RunNode['decision']>;
