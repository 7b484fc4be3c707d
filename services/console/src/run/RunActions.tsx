import type { WorkflowRun } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';

/** What the reader can do with the run. A viewer can only look. */
export function RunActions({ run }: { run: WorkflowRun }) {
  const site = useSite();
  const own = pathTo(site, `runs/${run.id}`);
  const isActive = ['QUEUED', 'RUNNING', 'PAUSED'].includes(run.status);
  if (site.workspace.role === 'viewer' || !isActive) return null;
  const review = `${site.root}workflow-runs/${run.id}/review`;
  return (
    <div class="actions">
      {run.pause?.reason === 'curation' && (
        <a class="button" href={review}>
          {run.pause.decided ? 'Continue after the review' : 'Review the candidates'}
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
  const { formToken } = useSite();
  const cap = run.attempts.at(-1)?.max_credits ?? 0;
  return (
    <form class="inline" method="post" action={action}>
      <FormToken token={formToken} />
      <label for="cap">New cap in credits</label>
      <input id="cap" name="max_credits" type="number" min={Math.floor(cap) + 1} step={1} required />
      <button type="submit">Raise the cap and go on</button>
    </form>
  );
}
