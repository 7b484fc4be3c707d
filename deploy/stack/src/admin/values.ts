import { toMillicredits } from '@rotamer/domain/credits.ts';

/** An invalid option: the message names it and says what is expected. */
export class WrongCall extends Error {}

/** Reads credits as users write them, with up to three decimals, and returns millicredits. */
export function millicredits(option: string, text: string): number {
  const value = toMillicredits(Number(text));
  if (/^\d+(\.\d{1,3})?$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new WrongCall(`--${option} must be a number of credits with at most three decimals, not '${text}'`);
}

/** Reads a whole number from 0 on; undefined when the option was not given. */
export function optionalInteger(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new WrongCall(`--${option} must be a whole number, not '${text}'`);
}

/** Reads yes or no; undefined when the option was not given. */
export function optionalYesOrNo(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new WrongCall(`--${option} must be yes or no, not '${text}'`);
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a moment given as a time from now (`30d`, `12h`, `5s`) or as an ISO date; undefined when the option was not given.
 */
export function optionalMoment(option: string, text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const moment = count && unit ? new Date(now.getTime() + Number(count) * unitMs[unit]!) : isoDate(text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new WrongCall(`--${option} must be like 30d, 12h, 5s or 2027-01-31, not '${text}'`);
}

function isoDate(text: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN);
}
