import { validationFault } from '@rotamer/kit/errors/fault.ts';

/** RFC 3339, as the format `date-time` of the contract. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Returns the time of a text. The format allows a leap second, which JavaScript has no time for; JavaScript also takes
 * many texts of other formats.
 *
 * @throws validation_error for a text of another format, and for a time that the calendar does not have.
 */
export function readTime(path: string, text: string): Date {
  const problem = (message: string) => validationFault([{ path, message }]);
  if (!TIME.test(text)) throw problem('must be a time such as 2026-09-01T12:00:00Z, with a time zone');
  const time = momentOf(text);
  if (!time) throw problem('is not a time of the calendar');
  return time;
}

/** Returns the time of a text that begins with a day; undefined if the calendar has no such time. JavaScript reads 2026-02-30 as a day of March. */
export function momentOf(text: string): Date | undefined {
  const day = text.slice(0, 10);
  const [moment, midnight] = [new Date(text), new Date(day)];
  if (Number.isNaN(moment.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  return midnight.toISOString().startsWith(day) ? moment : undefined;
}
