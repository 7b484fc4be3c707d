import { isTerminal, type JobDetails } from '@rotamer/client';
import type { ComponentChildren } from 'preact';
import { Island } from '../site/Island.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { JobActions } from './JobActions.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobProgress } from './JobProgress.tsx';

export type Tab = '' | 'inputs' | 'files' | 'log' | 'provenance';

const names: Record<Tab, string> = {
  '': 'Results',
  inputs: 'Inputs and settings',
  files: 'Files',
  log: 'Log',
  provenance: 'Provenance',
};

/** The frame of a job: its title, state, facts and actions, above one tab. */
export function JobPage({ job, tab, children }: { job: JobDetails; tab: Tab; children: ComponentChildren }) {
  const site = useSite();
  const own = pathTo(site, `jobs/${job.id}`);
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'jobs')}>Jobs</a>
      </p>
      <h1>{job.name || job.id}</h1>
      <Island name="JobProgress" of={JobProgress} props={{ job, events: `${own}/events` }} />
      <JobFacts job={job} />
      {job.error && <p class="notice">{job.error}</p>}
      <JobActions job={job} isActive={!isTerminal(job.status)} />
      <nav aria-label="Job" class="tabs">
        <ul>
          {(Object.keys(names) as Tab[]).map((key) => (
            <li key={key}>
              <a href={key ? `${own}/${key}` : own} aria-current={key === tab ? 'page' : undefined}>
                {names[key]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}
