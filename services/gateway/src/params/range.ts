import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';

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
export function readRange(query: { from?: string; to?: string }): Range {
  const problems: Problem[] = [];
  const read = (path: 'from' | 'to') => {
    const text = query[path];
    const moment = text === undefined ? undefined : momentOf(text);
    if (text !== undefined && !moment) problems.push({ path, message: 'is not a day or time of the calendar' });
    return moment;
  };
  const [from, to] = [read('from'), read('to')];
  if (from && to && from >= to) problems.push({ path: 'to', message: 'must be after from' });
  if (problems.length > 0) throw validationFault(problems);
  return { from, to };
}

/** Days without a time are in UTC. JavaScript would read 2026-02-30 as a day of March. */
function momentOf(text: string): Date | undefined {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return undefined;
  return moment.toISOString().startsWith(text.slice(0, 10)) ? moment : undefined;
}
