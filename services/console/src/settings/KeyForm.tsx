import type { Project } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';

interface KeyFormProps {
  projects: Project[];
  /** The scopes that the person may give. */
  scopes: string[];
  /** Makes a form that is sent twice one key. */
  submission: string;
}

/** What most programs need. */
const usual = ['jobs:read', 'jobs:write', 'files:read', 'files:write'];

const lifetimes = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['', 'no end'],
] as const;

/** Creates an API key, at most with the rights of the person. */
export function KeyForm({ projects, scopes, submission }: KeyFormProps) {
  const site = useSite();
  return (
    <details class="more">
      <summary>Create a key</summary>
      <form class="fields" method="post" action={pathTo(site, 'settings/keys/create')} autocomplete="off">
        <FormToken token={site.formToken} />
        <input type="hidden" name="submission" value={submission} />
        <label for="key-name">Name</label>
        <input id="key-name" name="name" required maxLength={80} placeholder="Nightly screening" />
        <fieldset class="columns">
          <legend>What it may do</legend>
          {scopes.map((scope) => (
            <label key={scope} class="tick">
              <input type="checkbox" name="scopes" value={scope} checked={usual.includes(scope)} />
              {scope}
            </label>
          ))}
        </fieldset>
        <label for="days">It ends after</label>
        <select id="days" name="days">
          {lifetimes.map(([days, name]) => (
            <option key={days} value={days} selected={days === '90'}>
              {name}
            </option>
          ))}
        </select>
        <fieldset>
          <legend>Limits, if you like</legend>
          <label for="key-tools">Only these tools, by id</label>
          <input id="key-tools" name="tools" maxLength={2_000} placeholder="vina-dock, protein-properties" />
          {projects.length > 0 && (
            <>
              <span>Only these projects (none: all)</span>
              {projects.map(({ id, name }) => (
                <label key={id} class="tick">
                  <input type="checkbox" name="projects" value={id} />
                  {name}
                </label>
              ))}
            </>
          )}
          {(['day', 'month', 'total'] as const).map((period) => (
            <label key={period} class="cap">
              {period === 'total' ? 'Credits in all' : `Credits a ${period}`}
              <input name={period} inputMode="decimal" maxLength={16} />
            </label>
          ))}
        </fieldset>
        <button type="submit">Create the key</button>
      </form>
    </details>
  );
}
