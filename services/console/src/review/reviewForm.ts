import type { Curation } from '@rotamer/client';
import { type Comparison, compareMetrics, comparisons, type Rule, satisfies } from './rule.ts';

/** The state of a review's form, which the browser sends back with each button. */
export interface ReviewForm {
  /** Ids of the candidates that are ticked. */
  approved: string[];
  note: string;
  rule: Rule;
  /** Whether only candidates that satisfy the rule are listed. */
  onlyRule: boolean;
  sort: { field: string; direction: 'asc' | 'desc' } | undefined;
}

/** Most characters of a note, as the API has it. */
export const MAX_NOTE = 5_000;

export function emptyForm(curation: Curation): ReviewForm {
  const field = curation.columns?.find(({ sorted }) => sorted !== undefined)?.name ?? '';
  return { approved: [], note: '', rule: { field, op: 'gte', value: '' }, onlyRule: false, sort: undefined };
}

export function readForm(fields: URLSearchParams): ReviewForm {
  const one = (name: string) => fields.get(name)?.trim() ?? '';
  const op = Object.hasOwn(comparisons, one('op')) ? (one('op') as Comparison) : 'gte';
  const [field = '', direction] = one('sorted').split(' ');
  return {
    approved: fields.getAll('approved'),
    // Browsers send a line break as two characters.
    note: one('note').replaceAll('\r\n', '\n').slice(0, MAX_NOTE),
    rule: { field: one('field'), op, value: one('value').slice(0, 200) },
    onlyRule: one('only') === '1',
    sort: field === '' ? undefined : { field, direction: direction === 'desc' ? 'desc' : 'asc' },
  };
}

/** Returns the form after a button that changes only what is shown or ticked. */
export function applyButton(form: ReviewForm, button: string, { candidates }: Curation): ReviewForm {
  const fitting = candidates.filter(({ metrics }) => satisfies(metrics[form.rule.field], form.rule));
  if (button === 'select')
    return { ...form, approved: [...new Set([...form.approved, ...fitting.map(({ id }) => id)])] };
  if (button === 'only') return { ...form, onlyRule: true };
  if (button === 'all') return { ...form, onlyRule: false };
  if (button === 'none') return { ...form, approved: [] };
  if (!button.startsWith('sort.')) return form;
  const field = button.slice('sort.'.length);
  const again = form.sort?.field === field && form.sort.direction === 'asc';
  return { ...form, sort: { field, direction: again ? 'desc' : 'asc' } };
}

/** Returns the candidates in the order in which they are listed, and whether each is shown. */
export function listed({ candidates }: Curation, { sort, onlyRule, rule }: ReviewForm) {
  const ordered = sort
    ? candidates.toSorted((a, b) => compareMetrics(a.metrics[sort.field], b.metrics[sort.field], sort.direction))
    : candidates;
  return ordered.map((candidate) => ({
    candidate,
    isShown: !onlyRule || satisfies(candidate.metrics[rule.field], rule),
  }));
}
