import { expect } from 'vitest';

/** Expects that a file has neither the day of `before` nor that of today. */
export function expectNoDate(text: string, port: string, before: Date): void {
  for (const date of [...formsOf(before), ...formsOf(new Date())]) expect(text, port).not.toContain(date);
}

/**
 * Returns a day in the forms in which programs write it. The year is not included: it also occurs in texts that do not
 * change.
 */
function formsOf(day: Date): string[] {
  const two = (number: number) => String(number).padStart(2, '0');
  const [year, month, date] = [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())];
  const name = day.toLocaleString('en', { month: 'short' });
  return [
    ...[`${year}-${month}-${date}`, `${year}/${month}/${date}`, `${month}/${date}/${year}`],
    ...[`${name} ${date}`, `${name} ${String(day.getDate()).padStart(2)}`, `${date} ${name}`],
    ...[`${date}-${name.toUpperCase()}-`, `${month}${date}${String(year).slice(2)}`],
  ];
}
