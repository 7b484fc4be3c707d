import { isRunEnded, type WorkflowRun } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { credits } from '../words/numbers.ts';

/** What the reader can do with the run. A viewer can only look. */
export function RunActions({ run }: { run: WorkflowRun }) {
  const site = useSite();
  const own = pathTo(site, `runs/${run.id}`);
  if (site.workspace.role === 'viewer') return null;
  if (isRunEnded(run.status)) return <AfterTheEnd run={run} own={own} />;
  return (
    <div class="actions">
      {run.pause?.reason === 'curation' && (
        <a class="button strong" href={`${own}/review`}>
          {run.pause.decided ? 'See the decision and continue' : 'Review the candidates'}
        </a>
      )}
      {run.pause?.reason === 'max_credits' && <RaiseCap run={run} action={`${own}/continue`} />}
      <form class="inline" method="post" action={`${own}/cancel`}>
        <FormToken token={site.formToken} />
        <button type="submit">Cancel the run</button>
      </form>
    </div>
  );
}

/** A run at its cap goes on with a higher one. */
function RaiseCap({ run, action }: { run: WorkflowRun; action: string }) {
  const { formToken, credits: available } = useSite();
  const cap = run.attempts.at(-1)?.max_credits ?? 0;
  return (
    <form class="inline" method="post" action={action}>
      <FormToken token={formToken} />
      <label for="cap">New cap in credits</label>
      <input
        id="cap"
        name="max_credits"
        type="number"
        min={Math.floor(cap) + 1}
        step={1}
        required
        aria-describedby="available"
      />
      <button type="submit" class="strong">
        Raise the cap and go on
      </button>
      {available !== undefined && <small id="available">{`The workspace has ${credits(available)} left.`}</small>}
    </form>
  );
}

/** Retrying begins another attempt. A page before it says what is reused and what it costs. */
function AfterTheEnd({ run, own }: { run: WorkflowRun; own: string }) {
  const failed = run.nodes.find(canRetryFrom);
  return (
    <div class="actions">
      {failed && (
        <a class="button" href={`${own}/retry?step=${encodeURIComponent(failed.id)}`}>
          Retry from the failed step
        </a>
      )}
      <a class="button" href={`${own}/retry`}>
        Run again from the start
      </a>
    </div>
  );
}

/** Returns whether an attempt can begin at a node: it failed, or some of its jobs did. */
export function canRetryFrom({ status, job_counts }: WorkflowRun['nodes'][number]): boolean {
  return ['FAILED', 'CANCELLED'].includes(status) || job_counts.failed > 0;
}
