import type { Curation } from '@rotamer/client';
import { labelOf } from '@rotamer/pages/viewers/table/resultTables.ts';
import type { ReviewForm } from './reviewForm.ts';
import { comparisons } from './rule.ts';

/** A rule such as `tanimoto ≥ 0.4`, by which candidates are ticked or listed. */
export function RuleFields({ curation, form }: { curation: Curation; form: ReviewForm }) {
  const known = new Map((curation.columns ?? []).map((column) => [column.name, column]));
  const occurring = new Set(curation.candidates.flatMap(({ metrics }) => Object.keys(metrics)));
  const names = [...new Set([...known.keys(), ...occurring])].filter((name) => occurring.has(name));
  if (names.length === 0) return null;
  return (
    <fieldset class="rule">
      <legend>Rule</legend>
      <select name="field" aria-label="Metric">
        {names.map((name) => (
          <option key={name} value={name} selected={name === form.rule.field}>
            {labelOf(name, known.get(name))}
          </option>
        ))}
      </select>
      <select name="op" aria-label="Comparison">
        {Object.entries(comparisons).map(([op, sign]) => (
          <option key={op} value={op} selected={op === form.rule.op}>
            {sign}
          </option>
        ))}
      </select>
      <input name="value" aria-label="Value" value={form.rule.value} maxLength={200} autocomplete="off" />
      <button type="submit" name="do" value="select">
        Tick these
      </button>
      <button type="submit" name="do" value="only">
        List only these
      </button>
      <button type="submit" name="do" value="all">
        List all
      </button>
      <button type="submit" name="do" value="none">
        Untick all
      </button>
      <output aria-live="polite" />
    </fieldset>
  );
}
