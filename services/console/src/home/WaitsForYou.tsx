import type { RunSummary } from '@rotamer/client';
import { RunState } from '../runs/RunState.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';

/** Runs that go on only when a person decides something. */
export function WaitsForYou({ runs }: { runs: RunSummary[] }) {
  const site = useSite();
  if (runs.length === 0)
    return <p class="quiet">Nothing. Reviews of workflow runs, and runs at their cap, appear here.</p>;
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
    </ul>
  );
}
