import { InvalidArgumentError } from 'commander';

/** Reads a time in seconds: `0`, `90s`, `15m`, `2h`, `7d`. */
export function seconds(text: string): number {
  const [, amount, unit = 's'] = /^(\d{1,9})(s|m|h|d)?$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('It must be a time such as 90m, 24h or 7d.');
  return Number(amount) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit as 's' | 'm' | 'h' | 'd'];
}

/** Reads when something ends: a date, a time from now, or `never`. */
export function expiry(text: string): string {
  if (text === 'never') return text;
  if (/^\d+[smhd]$/.test(text)) return new Date(Date.now() + seconds(text) * 1000).toISOString();
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('It must be a date, a time such as 90d, or never.');
  return at.toISOString();
}

/** Returns null for `none` and `never`. An option cannot be null itself: commander makes an empty text of it. */
export function nullFor<T>(word: 'none' | 'never', value: T): Exclude<T, 'none' | 'never'> | null {
  return value === word ? null : (value as Exclude<T, 'none' | 'never'>);
}
