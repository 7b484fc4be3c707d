import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { momentOf } from './time.ts';

/** A range in time; the end is not in it. */
export interface Range {
  from?: Date;
  to?: Date;
}

/**
 * Returns the range of a query whose texts have the pattern `MOMENT`.
 *
 * @throws validation_error for a day that does not exist, and for an end that is not after the beginning.
 */
export function readRange({ from, to }: { from?: string; to?: string }): Range {
  return rangeOf({ path: 'from', text: from }, { path: 'to', text: to });
}

/**
 * Returns the range of a query in the time of creation, as `readRange` does.
 *
 * @throws validation_error as `readRange` does.
 */
export function readCreated(query: { created_after?: string; created_before?: string }) {
  const range = rangeOf(
    { path: 'created_after', text: query.created_after },
    { path: 'created_before', text: query.created_before },
  );
  return { createdAfter: range.from, createdBefore: range.to };
}

interface End {
  path: string;
  text: string | undefined;
}

function rangeOf(first: End, last: End): Range {
  const problems: Problem[] = [];
  const read = ({ path, text }: End) => {
    const moment = text === undefined ? undefined : momentOf(text);
    if (text !== undefined && !moment) problems.push({ path, message: 'is not a day or time of the calendar' });
    return moment;
  };
  const [from, to] = [read(first), read(last)];
  if (from && to && from >= to) problems.push({ path: last.path, message: `must be after ${first.path}` });
  if (problems.length > 0) throw validationFault(problems);
  return { from, to };
}
