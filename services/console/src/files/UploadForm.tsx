import type { Project } from '@rotamer/client';
import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';

/** Uploads files: by a form, or with the script of the page each with its progress, also files dropped anywhere on the page. */
export function UploadForm({ projects, projectId }: { projects: Pick<Project, 'id' | 'name'>[]; projectId?: string }) {
  const site = useSite();
  if (site.workspace.role === 'viewer') return null;
  return (
    <form
      class="upload"
      method="post"
      encType="multipart/form-data"
      action={pathTo(site, 'files')}
      data-upload
      data-max-bytes={MAX_FILE_BYTES}
      data-page={pathTo(site, 'files/')}
    >
      <FormToken token={site.formToken} />
      {projects.length > 0 && (
        <label>
          Project
          <select name="project">
            <option value="">none</option>
            {projects.map(({ id, name }) => (
              <option key={id} value={id} selected={id === projectId}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        Files, at most {MAX_FILE_BYTES / 1024 ** 2} MiB each
        <input type="file" name="file" multiple required />
      </label>
      <button type="submit">Upload</button>
      <p class="quiet drop-hint" hidden>
        Or drop files anywhere on this page.
      </p>
      <ul class="rows uploads" aria-label="Uploads" aria-live="polite" />
    </form>
  );
}
