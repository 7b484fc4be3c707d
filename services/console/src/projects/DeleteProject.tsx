import type { Project } from '@rotamer/client';
import { isAdmin } from '../settings/SettingsTabs.tsx';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';

/** Deletes a project, and asks what becomes of its contents. */
export function DeleteProject({ project, targets }: { project: Project; targets: Project[] }) {
  const site = useSite();
  return (
    <details class="danger">
      <summary>Delete</summary>
      <form method="post" action={pathTo(site, `projects/${project.id}/delete`)}>
        <FormToken token={site.formToken} />
        <fieldset>
          <legend>Its jobs, runs and files</legend>
          <label class="choice">
            <input type="radio" name="mode" value="unassign" checked />
            <span>stay, without a project</span>
          </label>
          {targets.length > 0 && (
            <div class="choice">
              <input id="mode-move" type="radio" name="mode" value="move" />
              <label for="mode-move">go to</label>
              <select name="target" aria-label="The project to which they go">
                {targets.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )}
          {isAdmin(site.workspace.role) && (
            <label class="choice">
              <input type="radio" name="mode" value="delete_contents" />
              <span>
                are deleted too <small>Active jobs are cancelled first. Nothing of it can be restored.</small>
              </span>
            </label>
          )}
        </fieldset>
        <button type="submit">Delete the project</button>
      </form>
    </details>
  );
}
