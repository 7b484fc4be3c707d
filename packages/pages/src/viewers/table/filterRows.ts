/** Whether a value passes. `text` is the value as the table shows it. */
export type Condition = (value: unknown, text: string) => boolean;

const comparisons: Record<string, (value: number, limit: number) => boolean> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '≥': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '≤': (value, limit) => value <= limit,
};

/**
 * Returns the condition that a reader typed: `>5`, `<=0.05`, `1..20` compare numbers, `=ALA` wants the whole text, and other text may
 * stand anywhere in the value, in any case. Returns undefined for an empty one.
 */
export function conditionOf(typed: string): Condition | undefined {
  const wanted = typed.trim();
  if (wanted === '') return undefined;
  const [, sign, limit] = /^(>=|<=|[<>≥≤])\s*(\S+)$/.exec(wanted) ?? [];
  if (sign !== undefined && isNumber(limit!)) {
    const compare = comparisons[sign]!;
    return (value) => typeof value === 'number' && compare(value, Number(limit));
  }
  const [, from, to] = /^(\S+?)\s*\.\.\s*(\S+)$/.exec(wanted) ?? [];
  if (from !== undefined && isNumber(from) && isNumber(to!))
    return (value) => typeof value === 'number' && value >= Number(from) && value <= Number(to);
  const lower = wanted.toLowerCase();
  if (lower.startsWith('=')) {
    const whole = lower.slice(1).trim();
    return (value, text) => text.toLowerCase() === whole || String(value).toLowerCase() === whole;
  }
  return (_, text) => text.toLowerCase().includes(lower);
}

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));
