import type { JobData } from '@rotamer/client';
import { useEffect, useState } from 'preact/hooks';
import { JobState } from '../jobs/JobState.tsx';
import { followJobs, withJob } from './followJobs.ts';

interface RunningJobsProps {
  jobs: JobData[];
  /** Where the pages of jobs, the tools and the events of the workspace are. */
  path: string;
  tools: string;
  events: string;
}

/** The jobs that have not ended, as they change. A job that ends meanwhile stays, with its state. */
export function RunningJobs({ jobs: first, path, tools, events }: RunningJobsProps) {
  const [jobs, setJobs] = useState(first);
  useEffect(() => followJobs(events, (job) => setJobs((known) => withJob(known, job))), []);
  if (jobs.length === 0)
    return (
      <p class="quiet">
        No job is waiting or running. <a href={tools}>Choose a tool</a> to start one.
      </p>
    );
  return (
    <ul class="rows">
      {jobs.map((job) => (
        <li key={job.id}>
          <a href={path + job.id}>{job.name || job.id}</a>
          <small>{job.tool}</small>
          <JobState status={job.status} />
          {job.status === 'PROCESSING' && job.progress !== null && (
            <progress max={100} value={job.progress} aria-label={`Progress of ${job.name || job.id}`} />
          )}
        </li>
      ))}
    </ul>
  );
}
