import type { JobData, RunSummary } from '@rotamer/client';
import { JobTable } from '../jobs/JobTable.tsx';
import { RunTable } from '../runs/RunTable.tsx';
import { pathTo, useSite } from '../site/site.ts';

interface SearchPageProps {
  asked: string;
  jobs: JobData[];
  runs: RunSummary[];
}

/** What was found, by kind. */
export function SearchPage({ asked, jobs, runs }: SearchPageProps) {
  const site = useSite();
  return (
    <>
      <h1>{asked ? `Search for “${asked}”` : 'Search'}</h1>
      <p>
        <a href={`${pathTo(site, 'tools')}?q=${encodeURIComponent(asked)}`}>Search the tools</a>
      </p>
      {jobs.length > 0 && (
        <section aria-labelledby="found-jobs">
          <h2 id="found-jobs">Jobs</h2>
          <JobTable jobs={jobs} label="Jobs, table" />
        </section>
      )}
      {runs.length > 0 && (
        <section aria-labelledby="found-runs">
          <h2 id="found-runs">Runs</h2>
          <RunTable runs={runs} />
        </section>
      )}
      {jobs.length === 0 && runs.length === 0 && <p class="quiet">No job and no run has this in its name.</p>}
    </>
  );
}
