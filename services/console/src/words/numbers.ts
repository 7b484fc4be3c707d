const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

/** Returns an amount in credits: `9,995 credits`, `1 credit`. */
export function credits(amount: number): string {
  return `${grouped.format(amount)} ${amount === 1 ? 'credit' : 'credits'}`;
}

/** Returns a count with its noun: `3 jobs`, `1 job`. */
export function count(number: number, noun: string): string {
  return `${grouped.format(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Returns a number with groups of three digits. */
export function number(value: number): string {
  return grouped.format(value);
}

/** Returns a time span: `0.9 s`, `42 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns a size in bytes with its unit: `812 B`, `1.5 kB`. */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = size < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  const value = size / 1_000 ** step;
  return `${step === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[step]}`;
}
