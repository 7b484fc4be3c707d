import type { WorkflowRun } from '@rotamer/client';
import { RunState } from '../runs/RunState.tsx';
import { Island } from '../site/Island.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { LiveRun } from './LiveRun.tsx';
import { layOut } from './layOut.ts';
import { liveRunState } from './liveRun.ts';
import { RunActions } from './RunActions.tsx';
import type { RunStep } from './readStep.ts';
import { StepPanel } from './StepPanel.tsx';
import { WhyItWaits } from './WhyItWaits.tsx';

interface RunPageProps {
  run: WorkflowRun;
  /** The step beside the graph. */
  step: RunStep | undefined;
  /** Why the first waiting job waits. */
  queue: string | undefined;
}

/** A run: why it waits, what it spent of its cap, its graph with live counts, and one of its steps. */
export function RunPage({ run, step, queue }: RunPageProps) {
  const site = useSite();
  const path = pathTo(site, `runs/${run.id}`);
  const live = {
    run: liveRunState(run),
    layout: layOut(run.nodes),
    path,
    events: pathTo(site, `events?run=${run.id}`),
    state: `${path}/state`,
    selected: step?.node.id,
  };
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
          {run.attempts.length > 1 && `, attempt ${run.attempts.length}`}
        </span>
      </p>
      <WhyItWaits run={run} queue={queue} />
      <RunActions run={run} />
      <div class="run-view">
        <Island name="LiveRun" of={LiveRun} props={live} />
        {step && <StepPanel run={run} step={step} />}
      </div>
    </>
  );
}
