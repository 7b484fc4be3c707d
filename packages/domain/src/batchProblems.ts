import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';

/** Most problems in one error. */
const SHOWN = 100;

/** Returns the refusal of the submissions of a request. Each problem names line, custom id and path. */
export function batchProblemFault(problems: BatchProblem[]): Fault {
  const errors = problems.slice(0, SHOWN).map(({ line, customId, path, message }) => ({
    path: `submissions[${line - 1}]${path && `.${path}`}`,
    message,
    line,
    custom_id: customId || null,
  }));
  const first = errors[0]!;
  const others = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const named = first.custom_id === null ? '' : ` (custom_id ${first.custom_id})`;
  return new Fault('validation_error', `${first.path}${named}: ${first.message}${others}`, {
    details: { errors, ...(problems.length > SHOWN && { more: problems.length - SHOWN }) },
    resolution: 'Correct the submissions, or send on_problem: skip to leave them out.',
  });
}
