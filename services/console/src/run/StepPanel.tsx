import { isRunEnded, type WorkflowRun } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { count } from '../words/numbers.ts';
import { Decided } from './Decided.tsx';
import { nodeCost, nodeCounts, nodeKind, nodeName, nodeState } from './nodeWords.ts';
import { canRetryFrom } from './RunActions.tsx';
import { RunItems } from './RunItems.tsx';
import { RunJobs } from './RunJobs.tsx';
import type { RunStep } from './readStep.ts';

/** One step of a run beside the graph: its state, its jobs and its items. */
export function StepPanel({ run, step }: { run: WorkflowRun; step: RunStep }) {
  const site = useSite();
  const { node, jobs, items } = step;
  const own = pathTo(site, `runs/${run.id}`);
  const facts = [nodeKind(node), nodeCounts(node), nodeCost(node)].filter(Boolean).join(' · ');
  return (
    <section class="step" id="step" aria-labelledby="step-title">
      <h2 id="step-title">{nodeName(node)}</h2>
      <p>
        <span class="status" data-status={node.status}>
          {nodeState(node)}
        </span>{' '}
        <span class="quiet">{facts}</span>
      </p>
      {node.error && <p class="problem">{node.error}</p>}
      {node.dataset && <p class="quiet">{`Searches ${node.dataset.id}, release ${node.dataset.release}.`}</p>}
      {node.taken && <p>{`The items went on by “${node.taken}”.`}</p>}
      {node.decision && <Decided decision={node.decision} />}
      {isRunEnded(run.status) && canRetryFrom(node) && site.workspace.role !== 'viewer' && (
        <p>
          <a class="button" href={`${own}/retry?step=${encodeURIComponent(node.id)}`}>
            Retry from here
          </a>
        </p>
      )}
      {jobs.length > 0 && <RunJobs jobs={jobs} />}
      {step.hasMoreJobs && <p class="quiet">{`The first ${count(jobs.length, 'job')}.`}</p>}
      {items.length > 0 && <RunItems items={items} />}
      {step.hasMoreItems && <p class="quiet">{`The first ${count(items.length, 'item')}.`}</p>}
    </section>
  );
}
