import type { Budget } from '@rotamer/client';
import { RunState } from '../runs/RunState.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { number } from '../words/numbers.ts';
import type { Waits } from './readWaits.ts';

/** Runs that go on only when a person decides something, and budgets that are nearly spent. */
export function WaitsForYou({ runs, hasMoreRuns, batches, budgets }: Waits) {
  const site = useSite();
  if (runs.length + batches.length + budgets.length === 0)
    return (
      <p class="quiet">Nothing. Reviews of workflow runs, runs at their cap, and budgets nearly spent appear here.</p>
    );
  return (
    <ul class="rows">
      {runs.map((run) => (
        <li key={run.id}>
          <a href={pathTo(site, `runs/${run.id}${run.pause?.reason === 'curation' ? '/review' : ''}`)}>
            {run.name || run.workflow_name}
          </a>
          <RunState run={run} />
          <small>
            since <Time at={run.started_at ?? run.created_at} />
          </small>
        </li>
      ))}
      {hasMoreRuns && (
        <li>
          <a href={pathTo(site, 'runs?state=paused')}>All paused runs</a>
        </li>
      )}
      {batches.map((batch) => (
        <li key={batch.id}>
          <a href={pathTo(site, `batches/${batch.id}`)}>{batch.name}</a>
          <small>{batch.pause?.reason === 'max_credits' ? 'reached its cap' : 'waits for credits'}</small>
        </li>
      ))}
      {budgets.map((budget) => (
        <li key={budget.id}>
          <a href={`${pathTo(site, 'usage')}#budgets`}>Budget of {ofWhat(budget)}</a>
          <small>{`${number(budget.left_credits)} of ${number(budget.cap_credits)} credits left`}</small>
        </li>
      ))}
    </ul>
  );
}

function ofWhat({ scope }: Budget): string {
  return scope === 'workspace' ? 'the workspace' : `a ${scope}`;
}
