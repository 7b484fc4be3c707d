import type { File, JobData, Project, RunSummary } from '@rotamer/client';
import type { ComponentChildren } from 'preact';
import { FileTable } from '../files/FilesPage.tsx';
import { JobTable } from '../jobs/JobTable.tsx';
import { RunTable } from '../runs/RunTable.tsx';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { number } from '../words/numbers.ts';
import { DeleteProject } from './DeleteProject.tsx';

interface OneProjectPageProps {
  project: Project;
  jobs: JobData[];
  runs: RunSummary[];
  files: File[];
  /** Projects to which the contents can be moved. */
  targets: Project[];
}

/** One project: its newest jobs, runs and files, its name, and its deletion. */
export function OneProjectPage({ project, jobs, runs, files, targets }: OneProjectPageProps) {
  const site = useSite();
  const { counts } = project;
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'projects')}>Projects</a>
      </p>
      <h1>{project.name}</h1>
      {project.description && <p class="lead">{project.description}</p>}
      <Part id="jobs" title="Jobs" total={counts.jobs} empty="Choose this project in the form of a tool.">
        {jobs.length > 0 && <JobTable jobs={jobs} label="Jobs, table" />}
      </Part>
      <Part id="runs" title="Runs" total={counts.workflow_runs} empty="Runs of a workflow in this project appear here.">
        {runs.length > 0 && <RunTable runs={runs} />}
      </Part>
      <Part id="files" title="Files" total={counts.files} empty="Choose this project when you upload files.">
        {files.length > 0 && <FileTable files={files} />}
        {counts.files > files.length && <a href={pathTo(site, `files?project=${project.id}`)}>All files</a>}
      </Part>
      {site.workspace.role !== 'viewer' && (
        <>
          <Change project={project} />
          <DeleteProject project={project} targets={targets} />
        </>
      )}
    </>
  );
}

interface PartProps {
  id: string;
  title: string;
  total: number;
  /** What to do when there is nothing. */
  empty: string;
  children: ComponentChildren;
}

function Part({ id, title, total, empty, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{total > 0 ? `${title} (${number(total)})` : title}</h2>
      {total === 0 && <p class="quiet">{`None yet. ${empty}`}</p>}
      {children}
    </section>
  );
}

function Change({ project }: { project: Project }) {
  const site = useSite();
  return (
    <section aria-labelledby="change">
      <h2 id="change">Name and description</h2>
      <form method="post" action={pathTo(site, `projects/${project.id}/change`)}>
        <FormToken token={site.formToken} />
        <label for="project-name">Name</label>
        <input id="project-name" name="name" required maxLength={80} value={project.name} />
        <label for="project-description">Description</label>
        <textarea id="project-description" name="description" rows={2} maxLength={500}>
          {`\n${project.description ?? ''}`}
        </textarea>
        <button type="submit">Change</button>
      </form>
    </section>
  );
}
