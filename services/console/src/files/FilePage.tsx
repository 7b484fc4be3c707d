import type { File, Project, ToolSummary } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { bytes, count } from '../words/numbers.ts';
import { FilePreview } from './FilePreview.tsx';
import type { Preview } from './readPreview.ts';

export interface FilePageProps {
  file: File;
  preview: Preview;
  /** Tools that take the format of the file. */
  tools: ToolSummary[];
  projects: Pick<Project, 'id' | 'name'>[];
}

/** One saved file: what it holds, where it came from, and what can be done with it. */
export function FilePage({ file, preview, tools, projects }: FilePageProps) {
  const site = useSite();
  const own = pathTo(site, `files/${file.id}`);
  const isMember = site.workspace.role !== 'viewer';
  return (
    <>
      <p class="crumb">
        <a href={pathTo(site, 'files')}>Files</a>
      </p>
      <h1>{file.original_name}</h1>
      <Facts file={file} projects={projects} />
      <div class="actions">
        <a class="button" href={`${own}/bytes`} download={file.filename}>
          Download
        </a>
        {isMember && tools.length > 0 && <UseIn file={file} tools={tools} />}
      </div>
      <FilePreview file={file} preview={preview} />
      {isMember && <Rename file={file} action={`${own}/rename`} />}
      {isMember && projects.length > 0 && <Move file={file} projects={projects} action={`${own}/move`} />}
      {isMember && <Delete file={file} action={`${own}/delete`} />}
    </>
  );
}

function Facts({ file, projects }: Pick<FilePageProps, 'file' | 'projects'>) {
  const site = useSite();
  const project = projects.find(({ id }) => id === file.project_id);
  return (
    <dl class="facts">
      <Fact name="Format">{file.format}</Fact>
      <Fact name="Size">{bytes(file.size)}</Fact>
      <Fact name="Saved">
        <Time at={file.created_at} />
      </Fact>
      <Fact name="From">
        {file.job_id ? (
          <a href={pathTo(site, `jobs/${file.job_id}`)}>{file.job_name ?? file.tool ?? 'a job'}</a>
        ) : (
          'an upload'
        )}
      </Fact>
      {project && (
        <Fact name="Project">
          <a href={pathTo(site, `projects/${project.id}`)}>{project.name}</a>
        </Fact>
      )}
      {file.tags.length > 0 && <Fact name="Tags">{file.tags.join(', ')}</Fact>}
      {file.description && <Fact name="Description">{file.description}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Leads to the form of a tool in which the file is chosen. */
function UseIn({ file, tools }: Pick<FilePageProps, 'file' | 'tools'>) {
  const site = useSite();
  return (
    <details class="use-in">
      <summary>Use in…</summary>
      <p class="quiet">{`${count(tools.length, 'tool')} with an input of the format ${file.format}.`}</p>
      <ul>
        {tools.map(({ id, name }) => (
          <li key={id}>
            <a href={pathTo(site, `tools/${id}?file=${file.id}`)}>{name}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Rename({ file, action }: { file: File; action: string }) {
  const site = useSite();
  return (
    <section aria-labelledby="rename">
      <h2 id="rename">Name</h2>
      <form class="inline" method="post" action={action}>
        <FormToken token={site.formToken} />
        <input name="name" aria-label="Name of the file" required maxLength={255} value={file.original_name} />
        <button type="submit">Rename</button>
      </form>
    </section>
  );
}

function Move({ file, projects, action }: Pick<FilePageProps, 'file' | 'projects'> & { action: string }) {
  const site = useSite();
  return (
    <section aria-labelledby="move">
      <h2 id="move">Project</h2>
      <form class="inline" method="post" action={action}>
        <FormToken token={site.formToken} />
        <select name="project" aria-label="Project of the file">
          <option value="">none</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id} selected={id === file.project_id}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit">Move</button>
      </form>
    </section>
  );
}

function Delete({ file, action }: { file: File; action: string }) {
  const site = useSite();
  const isUpload = file.storage_owner === 'FILE_LIBRARY';
  return (
    <details class="danger">
      <summary>Delete</summary>
      <form method="post" action={action}>
        <FormToken token={site.formToken} />
        <p>
          {isUpload
            ? 'The file cannot be restored. Jobs that used it keep their copy.'
            : 'The file leaves this list. It stays among the results of its job.'}
        </p>
        <button type="submit">Delete the file</button>
      </form>
    </details>
  );
}
