import type { File } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { bytes } from '../words/numbers.ts';

interface FilesPageProps {
  files: File[];
  /** What the reader searched for; empty for all files. */
  asked: string;
  /** Cursor of the next page. */
  next: string | undefined;
}

/** The saved files of the workspace: uploads, and files that jobs left. */
export function FilesPage({ files, asked, next }: FilesPageProps) {
  const site = useSite();
  const query = new URLSearchParams({ ...(asked && { q: asked }), after: next ?? '' });
  return (
    <>
      <h1>Files</h1>
      <form class="filters" action={pathTo(site, 'files')}>
        <label>
          Name, format, job or tool
          <input name="q" value={asked} maxLength={200} />
        </label>
        <button type="submit">Show</button>
        {asked && <a href={pathTo(site, 'files')}>Show all</a>}
      </form>
      {files.length > 0 ? <FileTable files={files} /> : <NoFiles isSearch={asked !== ''} />}
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
      No file is saved yet. The command line saves one: <code>rotamer files upload FILE</code>
    </p>
  );
}

function FileTable({ files }: { files: File[] }) {
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
                <a href={pathTo(site, `files/${file.id}/bytes`)} download={file.filename}>
                  {file.filename}
                </a>
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
