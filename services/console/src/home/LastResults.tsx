import type { JobData } from '@rotamer/client';
import { JobState } from '../jobs/JobState.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { credits } from '../words/numbers.ts';

/** The jobs that ended last, as cards. */
export function LastResults({ jobs }: { jobs: JobData[] }) {
  const site = useSite();
  if (jobs.length === 0) return null;
  return (
    <section aria-labelledby="results">
      <h2 id="results">Last results</h2>
      <ul class="cards">
        {jobs.map((job) => (
          <li key={job.id}>
            <a href={pathTo(site, `jobs/${job.id}`)}>{job.name ?? job.id}</a>
            <small>{job.tool}</small>
            <JobState status={job.status} />
            <small>
              {job.completed_at && <Time at={job.completed_at} />} · {credits(job.credits_used)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
