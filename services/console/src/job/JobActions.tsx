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
      {job.status === 'COMPLETED' && (
        <a class="button" href={pathTo(site, `files?q=${encodeURIComponent(job.name || job.tool)}`)}>
          Use results in…
        </a>
      )}
      {!isActive && (
        <a class="button" href={`${own}/share`}>
          Share
        </a>
      )}
    </div>
  );
}

/** Cancelling a waiting job costs nothing. Stopping one that runs does, so its page asks first. */
function EndJob({ job, action, token }: { job: JobDetails; action: string; token: string }) {
  if (job.stop_requested_at) return <small>Stopping. The results so far are kept.</small>;
  if (job.status === 'PROCESSING')
    return (
      <a class="button" href={`${action}/stop`}>
        Stop
      </a>
    );
  return (
    <form class="inline" method="post" action={`${action}/cancel`}>
      <FormToken token={token} />
      <button type="submit">Cancel</button>
    </form>
  );
}
