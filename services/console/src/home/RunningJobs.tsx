import type { JobData } from '@rotamer/client';
import { JobState } from '../jobs/JobState.tsx';
import { pathTo, useSite } from '../site/site.ts';

/** The jobs that have not ended, each with its progress. */
export function RunningJobs({ jobs }: { jobs: JobData[] }) {
  const site = useSite();
  if (jobs.length === 0)
    return (
      <p class="quiet">
        No job is waiting or running. <a href={pathTo(site, 'tools')}>Choose a tool</a> to start one.
      </p>
    );
  return (
    <ul class="rows">
      {jobs.map((job) => (
        <li key={job.id}>
          <a href={pathTo(site, `jobs/${job.id}`)}>{job.name ?? job.id}</a>
          <small>{job.tool}</small>
          <JobState status={job.status} />
          {job.progress !== null && <progress max={100} value={job.progress} aria-label="Progress" />}
        </li>
      ))}
    </ul>
  );
}
