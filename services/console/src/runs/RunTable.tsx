import type { RunSummary } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { number } from '../words/numbers.ts';
import { personName } from '../words/personName.ts';
import { RunState } from './RunState.tsx';

/** Runs as a table, a line for each. */
export function RunTable({ runs }: { runs: RunSummary[] }) {
  const site = useSite();
  return (
    <ScrollBox label="Runs">
      <table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Workflow</th>
            <th scope="col">State</th>
            <th scope="col">Jobs</th>
            <th scope="col">Started</th>
            <th scope="col">By</th>
            <th scope="col" class="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} href={pathTo(site, `runs/${run.id}`)} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function RunRow({ run, href }: { run: RunSummary; href: string }) {
  const { completed, failed, active, waiting } = run.job_counts;
  const total = completed + failed + active + waiting;
  return (
    <tr>
      <th scope="row">
        <a href={href}>{run.name || run.id}</a>
      </th>
      <td>{run.workflow_name}</td>
      <td>
        <RunState run={run} />
      </td>
      <td>
        {completed} of {total}
        {failed > 0 && `, ${failed} failed`}
      </td>
      <td>
        <Time at={run.created_at} />
      </td>
      <td>{personName(run.started_by)}</td>
      <td class="number">{number(run.actual_credits)}</td>
    </tr>
  );
}
