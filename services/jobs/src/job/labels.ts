import { LABEL_KEY, LABEL_VALUE, MAX_LABELS } from '@rotamer/domain/labels.ts';
import type { Problem } from '@rotamer/kit/errors/fault.ts';

export type Labels = Readonly<Record<string, string>>;

const KEY = new RegExp(LABEL_KEY);
const VALUE = new RegExp(LABEL_VALUE);

/** Returns the problems of labels: more than MAX_LABELS, or keys and values that are not words. */
export function problemsOfLabels(labels: Labels): Problem[] {
  const pairs = Object.entries(labels);
  if (pairs.length > MAX_LABELS) return [{ path: 'labels', message: `has more than ${MAX_LABELS} labels` }];
  return pairs.flatMap(([key, value]) => [
    ...(KEY.test(key) ? [] : [{ path: 'labels', message: `has the key '${key.slice(0, 100)}', which is not a label` }]),
    ...(VALUE.test(value)
      ? []
      : [{ path: `labels.${key}`, message: 'must be empty, or up to 63 letters, digits, - _ and .' }]),
  ]);
}

/** Returns labels as jobs store them: undefined without one. */
export function storedLabels(labels: Labels): Record<string, string> | undefined {
  return Object.keys(labels).length > 0 ? { ...labels } : undefined;
}

/** Returns labels after a change: without the removed keys, with the set ones. */
export function changedLabels(labels: Labels = {}, set: Labels, removed: readonly string[]): Record<string, string> {
  const kept = Object.entries(labels).filter(([key]) => !removed.includes(key));
  return { ...Object.fromEntries(kept), ...set };
}
