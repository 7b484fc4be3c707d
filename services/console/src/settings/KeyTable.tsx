import type { ApiKey, Member } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';

/** The keys of programs, each with its last use. A browser never gets a whole key: the command line makes them. */
export function KeyTable({ keys, members }: { keys: ApiKey[]; members: Member[] }) {
  const nameOf = (userId: string) => {
    const member = members.find(({ id }) => id === userId);
    return member?.name ?? member?.email ?? userId;
  };
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p class="quiet">
        A new one: <code>rotamer keys create NAME</code>
      </p>
      {keys.length > 0 && (
        <ScrollBox label="API keys, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Of</th>
                <th scope="col">Rights</th>
                <th scope="col">Last used</th>
                <th scope="col">End it</th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} owner={nameOf(key.user_id)} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

function KeyRow({ apiKey, owner }: { apiKey: ApiKey; owner: string }) {
  const site = useSite();
  const publicId = apiKey.prefix.split('_').at(-1);
  return (
    <tr>
      <th scope="row">
        {apiKey.name || 'without a name'} <small>{publicId}</small>
      </th>
      <td>{owner}</td>
      <td>
        <small>{apiKey.scopes.join(', ')}</small>
      </td>
      <td>{apiKey.last_used_at ? <Time at={apiKey.last_used_at} /> : 'never'}</td>
      <td>
        <form class="inline" method="post" action={pathTo(site, 'settings/revoke-key')}>
          <FormToken token={site.formToken} />
          <input type="hidden" name="id" value={apiKey.id} />
          <button type="submit" aria-label={`Revoke the key ${apiKey.name || publicId}`}>
            Revoke
          </button>
        </form>
      </td>
    </tr>
  );
}
