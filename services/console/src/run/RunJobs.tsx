import type { WorkflowRun } from '@rotamer/client';
import { JobState } from '../jobs/JobState.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { number } from '../words/numbers.ts';

type RunJob = WorkflowRun['jobs'][number];

/** The first jobs of the run. */
export function RunJobs({ run }: { run: WorkflowRun }) {
  if (run.jobs.length === 0) return null;
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs">Jobs</h2>
      {run.has_more_jobs && <p class="quiet">The first {run.jobs.length} jobs.</p>}
      <ScrollBox label="Jobs, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">Step</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {run.jobs.map((job) => (
              <RunJobRow key={`${job.node_id} ${job.index}`} job={job} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function RunJobRow({ job }: { job: RunJob }) {
  const site = useSite();
  const name = job.item_label ?? `${job.tool} ${job.index + 1}`;
  return (
    <tr>
      <th scope="row">{job.job_id ? <a href={pathTo(site, `jobs/${job.job_id}`)}>{name}</a> : name}</th>
      <td>{job.node_id}</td>
      <td>
        <JobState status={job.job_status ?? (job.status === 'ACTIVE' ? 'PROCESSING' : job.status)} />
        {job.error && <small> {job.error}</small>}
      </td>
      <td class="number">{number(job.credits_used)}</td>
    </tr>
  );
}
