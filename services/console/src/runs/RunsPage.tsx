import type { RunSummary } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { RunFilterForm } from './RunFilterForm.tsx';
import { RunTable } from './RunTable.tsx';
import { type RunFilters, runQuery } from './runFilters.ts';

interface RunsPageProps {
  runs: RunSummary[];
  filters: RunFilters;
  /** Cursor of the next page. */
  next: string | undefined;
}

/** The list of runs with its filters. */
export function RunsPage({ runs, filters, next }: RunsPageProps) {
  const site = useSite();
  const isFiltered = runQuery(filters) !== '';
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'workflows')}>Workflows</a>
      </p>
      <h1>Runs</h1>
      <RunFilterForm filters={filters} />
      {runs.length > 0 && <RunTable runs={runs} />}
      {runs.length === 0 && (
        <p class="quiet">
          {isFiltered ? 'No run fits. ' : 'No workflow was run yet. '}
          <a href={pathTo(site, isFiltered ? 'runs' : 'workflows')}>{isFiltered ? 'Show all' : 'Choose a workflow'}</a>
        </p>
      )}
      {next !== undefined && (
        <p>
          <a class="button" href={pathTo(site, `runs${runQuery({ ...filters, after: next })}`)} rel="next">
            Older runs
          </a>
        </p>
      )}
    </>
  );
}
