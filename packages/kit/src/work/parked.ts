import { counter } from '../telemetry/measures.ts';

const parked = counter('dlq_messages', 'Events that a group gave up on, and work that a loop parked');

/** Counts what waits for an operator from now on; `type` is that of the event, or the loop. */
export function countParked(type: string): void {
  parked.add(1, { type });
}

/** A condition for a statement: this item of a loop's work is parked. `work` is a name and `id` a column from the code. */
export function isParked(work: string, id: string): string {
  return `exists (select from failed_work f where f.work = '${work}' and f.id = ${id} and f.retry_at = 'infinity')`;
}
