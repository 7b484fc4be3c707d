import type { ApiKey, Member, Project } from '@rotamer/client';
import { Breakable } from '../site/Breakable.tsx';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { credits } from '../words/numbers.ts';
import { KeyForm } from './KeyForm.tsx';
import { SettingsTabs } from './SettingsTabs.tsx';

interface KeysPageProps {
  keys: ApiKey[];
  members: Member[];
  projects: Project[];
  /** The scopes that the person may give. */
  scopes: string[];
  submission: string;
}

/** The keys of programs, each with its rights and its last use. Only the page after creating or rotating one has a secret. */
export function KeysPage({ keys, members, projects, scopes, submission }: KeysPageProps) {
  const nameOf = (userId: string) => {
    const member = members.find(({ id }) => id === userId);
    return member?.name ?? member?.email ?? userId;
  };
  return (
    <>
      <SettingsTabs current="settings/keys" />
      <p>A key lets a program act as you, with fewer rights if you like. People sign in without one.</p>
      <KeyForm projects={projects} scopes={scopes} submission={submission} />
      <section aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        {keys.length === 0 && <p class="quiet">There is no key yet. The form above creates one.</p>}
        {keys.length > 0 && (
          <ScrollBox label="API keys, table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Key</th>
                  <th scope="col">Of</th>
                  <th scope="col">Rights</th>
                  <th scope="col">Ends</th>
                  <th scope="col">Last used</th>
                  <th scope="col">Change</th>
                </tr>
              </thead>
              <tbody>
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} owner={nameOf(key.user_id)} projects={projects} />
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </section>
    </>
  );
}

function KeyRow({ apiKey, owner, projects }: { apiKey: ApiKey; owner: string; projects: Project[] }) {
  const site = useSite();
  const publicId = apiKey.prefix.split('_').at(-1);
  const name = apiKey.name || publicId;
  const action = (what: string) => pathTo(site, `settings/keys/${what}`);
  const id = <input type="hidden" name="id" value={apiKey.id} />;
  return (
    <tr>
      <th scope="row">
        {apiKey.name || 'without a name'} <small>{publicId}</small>
      </th>
      <td>
        <Breakable text={owner} />
      </td>
      <td>
        {rightsOf(apiKey, projects).map((right) => (
          <div key={right}>
            <small>{right}</small>
          </div>
        ))}
      </td>
      <td>{apiKey.expires_at ? <Time at={apiKey.expires_at} /> : 'never'}</td>
      <td>{apiKey.last_used_at ? <Time at={apiKey.last_used_at} /> : 'never'}</td>
      <td>
        <form class="inline" method="post" action={action('rotate')}>
          <FormToken token={site.formToken} />
          {id}
          <button type="submit" aria-label={`Rotate the key ${name}`}>
            Rotate
          </button>
        </form>
        <details class="danger">
          <summary>Revoke</summary>
          <form method="post" action={action('revoke')}>
            <FormToken token={site.formToken} />
            {id}
            <small>Programs that use it are refused at once.</small>
            <button type="submit">Revoke {name}</button>
          </form>
        </details>
      </td>
    </tr>
  );
}

/** Returns the limits of a key in words. */
function rightsOf({ scopes, project_ids, tools, budget }: ApiKey, projects: Project[]): string[] {
  const names = project_ids?.map((id) => projects.find((project) => project.id === id)?.name ?? id);
  const caps = Object.entries(budget ?? {}).flatMap(([period, cap]) =>
    cap === null ? [] : [`${credits(cap)} ${{ day: 'a day', month: 'a month', total: 'in all' }[period] ?? period}`],
  );
  return [
    scopes.join(', ') || 'no scope',
    ...(names ? [`projects: ${names.join(', ')}`] : []),
    ...(tools ? [`tools: ${tools.join(', ')}`] : []),
    ...(caps.length > 0 ? [`at most ${caps.join(', ')}`] : []),
  ];
}
