import type { WorkflowRun } from '@rotamer/client';
import { RunState } from '../runs/RunState.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { NodeTable } from './NodeTable.tsx';
import { RunActions } from './RunActions.tsx';
import { RunJobs } from './RunJobs.tsx';
import { RunMoney } from './RunMoney.tsx';

/** A run: its state, what it spent of its cap, its nodes with counts, and its jobs. */
export function RunPage({ run }: { run: WorkflowRun }) {
  const site = useSite();
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'runs')}>Runs</a>
      </p>
      <h1>{run.name || run.workflow_name}</h1>
      <p class="lead">
        <RunState run={run} />{' '}
        <span class="quiet">
          {run.workflow_name}, revision {run.revision_number}, started <Time at={run.created_at} />
        </span>
      </p>
      {run.error && <p class="notice">{run.error}</p>}
      {run.pause?.message && <p class="notice">{run.pause.message}</p>}
      <RunMoney run={run} />
      <RunActions run={run} />
      <NodeTable nodes={run.nodes} />
      <RunJobs run={run} />
    </>
  );
}
