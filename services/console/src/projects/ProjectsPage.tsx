import type { Project, ProjectDeletion } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { number } from '../words/numbers.ts';

interface ProjectsPageProps {
  projects: Project[];
  /** A deletion that somebody began. */
  deleting?: ProjectDeletion;
  /** Cursor of the next page. */
  next: string | undefined;
}

/** The projects of the workspace. */
export function ProjectsPage({ projects, deleting, next }: ProjectsPageProps) {
  const site = useSite();
  return (
    <>
      <h1>Projects</h1>
      <p class="lead">A project holds jobs, runs and files that belong together. Each is in at most one.</p>
      {deleting && <Deleting deletion={deleting} />}
      {site.workspace.role !== 'viewer' && <CreateForm />}
      {projects.length === 0 && (
        <p class="quiet">There is no project yet. The forms of tools and uploads offer one once it exists.</p>
      )}
      {projects.length > 0 && <ProjectTable projects={projects} />}
      {next !== undefined && (
        <p>
          <a class="button" href={pathTo(site, `projects?after=${encodeURIComponent(next)}`)} rel="next">
            More projects
          </a>
        </p>
      )}
    </>
  );
}

function ProjectTable({ projects }: { projects: Project[] }) {
  const site = useSite();
  return (
    <ScrollBox label="Projects, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" class="number">
              Jobs
            </th>
            <th scope="col" class="number">
              Runs
            </th>
            <th scope="col" class="number">
              Files
            </th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {projects.map(({ id, name, description, counts, created_at }) => (
            <tr key={id}>
              <th scope="row">
                <a href={pathTo(site, `projects/${id}`)}>{name}</a> {description && <small>{description}</small>}
              </th>
              <td class="number">{number(counts.jobs)}</td>
              <td class="number">{number(counts.workflow_runs)}</td>
              <td class="number">{number(counts.files)}</td>
              <td>
                <Time at={created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function CreateForm() {
  const site = useSite();
  return (
    <form class="filters" method="post" action={pathTo(site, 'projects')}>
      <FormToken token={site.formToken} />
      <label>
        Name
        <input name="name" required maxLength={80} />
      </label>
      <label>
        Description
        <input name="description" maxLength={500} />
      </label>
      <button type="submit">Create a project</button>
    </form>
  );
}

/** Deletions run in the background. */
function Deleting({ deletion }: { deletion: ProjectDeletion }) {
  const site = useSite();
  const { id, project_name: name, status, error, retryable } = deletion;
  if (status === 'completed') return <p class="notice">{`The project ${name} was deleted.`}</p>;
  if (status !== 'failed')
    return (
      <p class="notice">
        {`The project ${name} is being deleted. `}
        <a href={pathTo(site, `projects?deletion=${id}`)}>Look again</a>
      </p>
    );
  return (
    <div class="notice">
      <p>{`The project ${name} was not deleted: ${error ?? 'an error occurred'}`}</p>
      {retryable && (
        <form class="inline" method="post" action={pathTo(site, 'projects/retry-deletion')}>
          <FormToken token={site.formToken} />
          <input type="hidden" name="id" value={id} />
          <button type="submit">Try again</button>
        </form>
      )}
    </div>
  );
}
