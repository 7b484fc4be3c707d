import { pathTo, useSite } from '../site/site.ts';
import type { StoredFile } from './storeFile.ts';

/** What became of the files of a form, some of which were refused. */
export function UploadedPage({ files }: { files: StoredFile[] }) {
  const site = useSite();
  return (
    <>
      <h1>Upload</h1>
      {files.length === 0 && <p class="lead">No file was chosen.</p>}
      <ul class="rows">
        {files.map(({ name, id, format, problem }) => (
          <li key={id ?? name}>
            {id ? <a href={pathTo(site, `files/${id}`)}>{name}</a> : <span>{name}</span>}
            {problem ? <span class="problem">{problem}</span> : <small>{`stored as ${format}`}</small>}
          </li>
        ))}
      </ul>
      <p>
        <a class="button" href={pathTo(site, 'files')}>
          Back to the files
        </a>
      </p>
    </>
  );
}
