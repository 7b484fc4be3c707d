import { pathTo, useSite } from '../site/site.ts';
import { isFiltered, type JobFilters, stateGroups } from './readFilters.ts';

/** The filters as a form: sending it leads to the address that holds them. */
export function JobFilterForm({ filters }: { filters: JobFilters }) {
  const site = useSite();
  return (
    <form class="filters" action={pathTo(site, 'jobs')}>
      <label>
        Name
        <input name="name" value={filters.name} maxLength={200} />
      </label>
      <label>
        Tool
        <input name="tool" value={filters.tool} maxLength={128} placeholder="vina-dock" />
      </label>
      <label>
        State
        <select name="state">
          {Object.entries(stateGroups).map(([word, { label }]) => (
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
      <button type="submit">Show</button>
      {isFiltered(filters) && <a href={pathTo(site, 'jobs')}>Show all</a>}
    </form>
  );
}
