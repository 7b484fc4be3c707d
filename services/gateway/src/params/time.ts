import { validationFault } from '@rotamer/kit/errors/fault.ts';

/** RFC 3339, as the format `date-time` of the contract. */
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Returns the time of a text. The format allows a leap second, which JavaScript has no time for; JavaScript reads
 * 2026-02-30 as a day of March, and takes many texts of other formats.
 *
 * @throws validation_error for a text of another format, and for a time that the calendar does not have.
 */
export function readTime(path: string, text: string): Date {
  const [, day] = TIME.exec(text) ?? [];
  const time = new Date(text);
  if (day === undefined)
    throw validationFault([{ path, message: 'must be a time such as 2026-09-01T12:00:00Z, with a time zone' }]);
  if (Number.isNaN(time.getTime()) || !dayExists(day))
    throw validationFault([{ path, message: 'is not a time of the calendar' }]);
  return time;
}

function dayExists(day: string): boolean {
  const midnight = new Date(day);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
