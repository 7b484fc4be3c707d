import type { JobDetails } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { credits, duration } from '../words/numbers.ts';
import { personName } from '../words/personName.ts';

/** Who ran what, when, and what it cost. */
export function JobFacts({ job }: { job: JobDetails }) {
  const site = useSite();
  const { key } = job.submitted_by;
  const charged = job.price.charged_credits;
  return (
    <dl class="facts">
      <div>
        <dt>Tool</dt>
        <dd>
          <a href={pathTo(site, `tools/${job.tool}`)}>{job.tool_name}</a> {job.tool_version}
        </dd>
      </div>
      <div>
        <dt>Submitted</dt>
        <dd>
          <Time at={job.created_at} /> by {personName(job.submitted_by)}
          {key && (key.name ? ` with the key ${key.name}` : ' with an API key')}
        </dd>
      </div>
      {job.execution_time_seconds !== null && (
        <div>
          <dt>Run time</dt>
          <dd>{duration(job.execution_time_seconds)}</dd>
        </div>
      )}
      <div>
        <dt>Cost</dt>
        <dd>{charged === null ? `at most ${credits(job.price.cap_credits)}` : credits(charged)}</dd>
      </div>
      {job.run_id && (
        <div>
          <dt>Part of</dt>
          <dd>
            {job.run_id.startsWith('batch_') ? (
              <a href={pathTo(site, `batches/${job.run_id}`)}>a batch</a>
            ) : (
              <a href={pathTo(site, `runs/${job.run_id}`)}>a workflow run</a>
            )}
          </dd>
        </div>
      )}
      {job.rerun_of && (
        <div>
          <dt>Repeats</dt>
          <dd>
            <a href={pathTo(site, `jobs/${job.rerun_of}`)}>an earlier job</a>
          </dd>
        </div>
      )}
    </dl>
  );
}
