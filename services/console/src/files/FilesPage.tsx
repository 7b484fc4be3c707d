import type { File, Project } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { bytes } from '../words/numbers.ts';
import { UploadForm } from './UploadForm.tsx';

interface FilesPageProps {
  files: File[];
  projects: Pick<Project, 'id' | 'name'>[];
  /** The project whose files are shown; empty for all. */
  projectId: string;
  /** What the reader searched for; empty for all files. */
  asked: string;
  /** Cursor of the next page. */
  next: string | undefined;
}

/** The saved files of the workspace: uploads, and files that jobs left. */
export function FilesPage({ files, projects, projectId, asked, next }: FilesPageProps) {
  const site = useSite();
  const query = new URLSearchParams({
    ...(asked && { q: asked }),
    ...(projectId && { project: projectId }),
    after: next ?? '',
  });
  return (
    <>
      <h1>Files</h1>
      <UploadForm projects={projects} projectId={projectId} />
      <form class="filters" action={pathTo(site, 'files')}>
        <label>
          Name, format, job or tool
          <input name="q" value={asked} maxLength={200} />
        </label>
        {projects.length > 0 && (
          <label>
            Project
            <select name="project">
              <option value="">any</option>
              {projects.map(({ id, name }) => (
                <option key={id} value={id} selected={id === projectId}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit">Show</button>
        {(asked || projectId) && <a href={pathTo(site, 'files')}>Show all</a>}
      </form>
      {files.length > 0 ? <FileTable files={files} /> : <NoFiles isSearch={asked !== '' || projectId !== ''} />}
      {next !== undefined && (
        <p>
          <a class="button" href={pathTo(site, `files?${query}`)} rel="next">
            Older files
          </a>
        </p>
      )}
    </>
  );
}

function NoFiles({ isSearch }: { isSearch: boolean }) {
  if (isSearch) return <p class="quiet">No file fits.</p>;
  return (
    <p class="quiet">
      No file is saved yet. Upload one above: sequences, structures, molecules or tables. Results of jobs appear here
      too.
    </p>
  );
}

/** Files as a table, a line for each. */
export function FileTable({ files }: { files: File[] }) {
  const site = useSite();
  return (
    <ScrollBox label="Files, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Format</th>
            <th scope="col">From</th>
            <th scope="col">Saved</th>
            <th scope="col" class="number">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <th scope="row">
                <a href={pathTo(site, `files/${file.id}`)}>{file.original_name}</a>
              </th>
              <td>{file.format}</td>
              <td>
                {file.job_id ? (
                  <a href={pathTo(site, `jobs/${file.job_id}`)}>{file.job_name ?? file.tool}</a>
                ) : (
                  'upload'
                )}
              </td>
              <td>
                <Time at={file.created_at} />
              </td>
              <td class="number">{bytes(file.size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
