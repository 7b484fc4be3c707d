import type { WorkflowRun } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { credits } from '../words/numbers.ts';
import { nodeName } from './nodeWords.ts';

interface WhyItWaitsProps {
  run: WorkflowRun;
  /** Why the first waiting job of the run waits; undefined when none waits. */
  queue: string | undefined;
}

/** Says why a run does not go on, and what to do about it. */
export function WhyItWaits({ run, queue }: WhyItWaitsProps) {
  const site = useSite();
  const { pause } = run;
  if (run.error) return <p class="notice">{run.error}</p>;
  if (!pause) return queue ? <p class="quiet">{`A job waits: ${queue}`}</p> : null;
  const node = run.nodes.find(({ id }) => id === pause.node_id);
  const step = node ? nodeName(node) : pause.node_id;
  const last = run.attempts.at(-1);
  switch (pause.reason) {
    case 'curation':
      return (
        <p class="notice calm">
          {pause.decided
            ? `A selection is recorded at “${step}”. The run goes on when somebody continues it.`
            : `It waits until somebody chooses among the candidates of “${step}”.`}
        </p>
      );
    case 'max_credits':
      return (
        <p class="notice">
          {`It reached its cap: ${credits(last?.estimated_credits ?? 0)} of ${credits(last?.max_credits ?? 0)} are spent or reserved, and the next job of “${step}” costs more than is left.`}
        </p>
      );
    default:
      return (
        <p class="notice">
          {pause.message ?? `The workspace has too few credits for the next job of “${step}”.`}{' '}
          <a href={pathTo(site, 'usage')}>What was spent</a>. The run goes on by itself once there are enough credits.
        </p>
      );
  }
}
