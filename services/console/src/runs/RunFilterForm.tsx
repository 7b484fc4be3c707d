import { pathTo, useSite } from '../site/site.ts';
import { type RunFilters, runStateGroups } from './runFilters.ts';

/** The filters as a form: sending it leads to the address that holds them. */
export function RunFilterForm({ filters }: { filters: RunFilters }) {
  const site = useSite();
  return (
    <form class="filters" action={pathTo(site, 'runs')}>
      <label>
        Name of run or workflow
        <input name="name" value={filters.name} maxLength={200} />
      </label>
      <label>
        State
        <select name="state">
          {Object.entries(runStateGroups).map(([word, { label }]) => (
            <option key={word} value={word} selected={word === filters.state}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="tick">
        <input type="checkbox" name="mine" value="1" checked={filters.mine} />
        Only mine
      </label>
      {filters.workflow && <input type="hidden" name="workflow" value={filters.workflow} />}
      <button type="submit">Show</button>
    </form>
  );
}
