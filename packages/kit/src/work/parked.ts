import { counter } from '../telemetry/measures.ts';

const parked = counter('dlq_messages', 'Events that a group gave up on, and work that a loop parked');

/** Counts an item that now waits for an operator. `type` is the type of the event, or the name of the loop. */
export function countParked(type: string): void {
  parked.add(1, { type });
}

/** Returns a condition for a statement: this item of a loop is dead-lettered. `work` is a name and `id` a column from the code. */
export function isParked(work: string, id: string): string {
  return `exists (select from failed_work f where f.work = '${work}' and f.id = ${id} and f.retry_at = 'infinity')`;
}
