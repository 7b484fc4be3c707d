import { InvalidArgumentError } from 'commander';

/** Reads a whole number of credits or items. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Reads a duration in seconds: `90`, `90s`, `15m`, `2h`. */
export function duration(text: string): number {
  const [, amount, unit = 's'] = /^(\d{1,9}(?:\.\d+)?)(s|m|h)?$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('It must be a time such as 90s, 15m or 2h.');
  return Number(amount) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
}
