import type { JobData } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { JobFilterForm } from './JobFilterForm.tsx';
import { JobTable } from './JobTable.tsx';
import { isFiltered, type JobFilters, queryOf } from './readFilters.ts';

interface JobsPageProps {
  jobs: JobData[];
  filters: JobFilters;
  /** Cursor of the next page. */
  next: string | undefined;
  /** The address of the events after this, relative to the workspace. */
  events: string;
}

/** The list of jobs with its filters. The script of the page reads the newest jobs again when one changes. */
export function JobsPage({ jobs, filters, next, events }: JobsPageProps) {
  const site = useSite();
  return (
    <>
      <h1>Jobs</h1>
      <p class="crumb">
        <a href={pathTo(site, 'batches')}>Batches</a>
      </p>
      <JobFilterForm filters={filters} />
      <div data-follow={filters.after ? undefined : pathTo(site, events)}>
        {jobs.length > 0 ? <Tickable jobs={jobs} /> : <NoJobs filters={filters} goesOn={next !== undefined} />}
      </div>
      {next !== undefined && (
        <p>
          <a class="button" href={pathTo(site, `jobs${queryOf({ ...filters, after: next })}`)} rel="next">
            Older jobs
          </a>
        </p>
      )}
    </>
  );
}

/** Jobs that can be ticked, to compare them. */
function Tickable({ jobs }: { jobs: JobData[] }) {
  const site = useSite();
  return (
    <form class="tickable" action={pathTo(site, 'compare')}>
      <JobTable jobs={jobs} canTick />
      <button type="submit">Compare the ticked jobs</button>
    </form>
  );
}

/** Says why the list is empty, and what to do. */
function NoJobs({ filters, goesOn }: { filters: JobFilters; goesOn: boolean }) {
  const site = useSite();
  if (goesOn) return <p class="quiet">No job of this part of the list fits. Older ones may.</p>;
  if (isFiltered(filters) || filters.after)
    return (
      <p class="quiet">
        No job fits. <a href={pathTo(site, 'jobs')}>Show all jobs</a>
      </p>
    );
  return (
    <p class="quiet">
      There is no job yet. <a href={pathTo(site, 'tools')}>Choose a tool</a> to run the first one.
    </p>
  );
}
