import { isMissing } from './rows.ts';

/**
 * Returns the positions of the values in ascending or descending order. Missing values come last in both directions, and equal
 * values keep their order. Numbers are sorted as numbers, other values as text in which `item 10` comes after `item 9`.
 */
export function sortedOrder(values: readonly unknown[], descending: boolean): Uint32Array {
  const keys = values.every((value) => isMissing(value) || typeof value === 'number')
    ? Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN))
    : textRanks(values);
  const sign = descending ? -1 : 1;
  const order = Uint32Array.from(keys, (_, i) => i);
  return order.sort((a, b) => {
    const [x, y] = [keys[a]!, keys[b]!];
    if (x === y) return a - b;
    // NaN stands for a missing value.
    if (Number.isNaN(x)) return Number.isNaN(y) ? a - b : 1;
    return Number.isNaN(y) ? -1 : sign * (x - y);
  });
}

/** Ranks of texts. Only different texts are compared, because a column often repeats a name many thousand times. */
function textRanks(values: readonly unknown[]): Float64Array {
  const texts = values.map((value) => (isMissing(value) ? undefined : textKey(value)));
  const collator = new Intl.Collator('en', { numeric: true });
  const different = [...new Set(texts)].filter((text) => text !== undefined).sort(collator.compare);
  const ranks = new Map(different.map((text, i) => [text, i]));
  return Float64Array.from(texts, (text) => (text === undefined ? Number.NaN : ranks.get(text)!));
}

const textKey = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
