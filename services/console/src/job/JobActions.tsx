import type { JobDetails } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';

/** What the reader can do with the job. A viewer can only look. */
export function JobActions({ job, isActive }: { job: JobDetails; isActive: boolean }) {
  const site = useSite();
  const own = pathTo(site, `jobs/${job.id}`);
  if (site.workspace.role === 'viewer') return null;
  return (
    <div class="actions">
      {isActive && <EndJob job={job} action={own} token={site.formToken} />}
      {!isActive && (
        <a class="button" href={`${own}/again`}>
          Run again
        </a>
      )}
      <a class="button" href={pathTo(site, `tools/${job.tool}?from=${job.id}`)}>
        Run again with changes
      </a>
      {!isActive && (
        <a class="button" href={`${own}/share`}>
          Share
        </a>
      )}
    </div>
  );
}

/** Cancelling a waiting job costs nothing. Stopping one that runs does. */
function EndJob({ job, action, token }: { job: JobDetails; action: string; token: string }) {
  const isRunning = job.status === 'PROCESSING';
  const isMetered = job.billing?.mode === 'metered_runtime';
  return (
    <form class="inline" method="post" action={`${action}/${isRunning ? 'stop' : 'cancel'}`}>
      <FormToken token={token} />
      <button type="submit">{isRunning ? 'Stop' : 'Cancel'}</button>
      {isRunning && <small>{isMetered ? 'The run time so far is charged.' : 'The full price is charged.'}</small>}
    </form>
  );
}
