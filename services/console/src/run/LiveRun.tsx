import { useEffect, useState } from 'preact/hooks';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { followRun, type LiveRunState } from './liveRun.ts';
import { RunGraph } from './RunGraph.tsx';
import { RunMoney } from './RunMoney.tsx';
import type { RunLayout } from './runLayout.ts';
import { StepTable } from './StepTable.tsx';

export interface LiveRunProps {
  run: LiveRunState;
  layout: RunLayout;
  /** The address of the page, of the event stream and of the state of the run. */
  path: string;
  events: string;
  state: string;
  selected: string | undefined;
}

/** The money and graph of a run as they change. A page without scripts shows them as they were. */
export function LiveRun({ run: first, layout, path, events, state, selected }: LiveRunProps) {
  const [run, setRun] = useState(first);
  useEffect(() => followRun(first, { events, state }, setRun), []);
  return (
    <>
      <RunMoney run={run} />
      <ScrollBox label="Graph" class="graph-box">
        <RunGraph nodes={run.nodes} layout={layout} path={path} selected={selected} />
      </ScrollBox>
      <details class="as-table">
        <summary>The steps as a table</summary>
        <ScrollBox label="Steps, table">
          <StepTable nodes={run.nodes} path={path} />
        </ScrollBox>
      </details>
    </>
  );
}
