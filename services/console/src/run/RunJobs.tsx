import type { WorkflowRun } from '@rotamer/client';
import { JobState } from '../jobs/JobState.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { number } from '../words/numbers.ts';

type RunJob = WorkflowRun['jobs'][number];

/** The jobs of one step of a run. */
export function RunJobs({ jobs }: { jobs: RunJob[] }) {
  return (
    <ScrollBox label="Jobs, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <RunJobRow key={job.index} job={job} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function RunJobRow({ job }: { job: RunJob }) {
  const site = useSite();
  const name = job.item_label ?? `${job.tool} ${job.index + 1}`;
  return (
    <tr>
      <th scope="row">{job.job_id ? <a href={pathTo(site, `jobs/${job.job_id}`)}>{name}</a> : name}</th>
      <td>
        <JobState status={job.job_status ?? (job.status === 'ACTIVE' ? 'PROCESSING' : job.status)} />
        {job.error && <small> {job.error}</small>}
      </td>
      <td class="number">
        {number(job.credits_used)}
        {job.reserved_credits > 0 && <small>{` +${number(job.reserved_credits)}`}</small>}
      </td>
    </tr>
  );
}
