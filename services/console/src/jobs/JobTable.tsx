import type { JobData } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { duration, number } from '../words/numbers.ts';
import { JobState } from './JobState.tsx';

interface JobTableProps {
  jobs: JobData[];
  label?: string;
  /** Whether each line can be ticked, in a form around the table. */
  canTick?: boolean;
}

/** Jobs as a table, a line for each. */
export function JobTable({ jobs, label = 'Jobs', canTick = false }: JobTableProps) {
  const site = useSite();
  return (
    <ScrollBox label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Tool</th>
            <th scope="col">State</th>
            <th scope="col">Submitted</th>
            <th scope="col" class="number">
              Run time
            </th>
            <th scope="col" class="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} href={pathTo(site, `jobs/${job.id}`)} canTick={canTick} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function JobRow({ job, href, canTick }: { job: JobData; href: string; canTick: boolean }) {
  const { execution_time_seconds: seconds } = job;
  return (
    <tr>
      <th scope="row">
        {canTick && <input type="checkbox" name="job" value={job.id} aria-label={`Choose ${job.name || job.id}`} />}{' '}
        <a href={href}>{job.name || job.id}</a>
      </th>
      <td>{job.tool}</td>
      <td>
        <JobState status={job.status} />
      </td>
      <td>
        <Time at={job.created_at} />
      </td>
      <td class="number">{seconds === null ? '–' : duration(seconds)}</td>
      <td class="number">{number(job.credits_used)}</td>
    </tr>
  );
}
