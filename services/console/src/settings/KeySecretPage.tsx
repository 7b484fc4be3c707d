import type { ApiKeySecret } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { SettingsTabs } from './SettingsTabs.tsx';

/** The secret of a new or rotated key. No other page has it. */
export function KeySecretPage({ apiKey }: { apiKey: ApiKeySecret }) {
  const site = useSite();
  const { name, secret, previous_secret: former } = apiKey;
  return (
    <>
      <SettingsTabs current="settings/keys" />
      <h2>{name || 'API key'}</h2>
      {secret ? (
        <>
          <p class="lead">Copy the key now. It is shown this once, and nobody can read it again.</p>
          <p>
            <label for="secret">The key</label>
          </p>
          <input id="secret" class="secret" readOnly value={secret} autocomplete="off" spellcheck={false} data-copy />
          <p>
            Give it to programs as <code>ROTAMER_API_KEY</code>. Anyone who has it can act as you, within its rights.
          </p>
        </>
      ) : (
        <p class="notice">
          This form was sent before: the key exists, and its secret was shown then. Rotate it for another.
        </p>
      )}
      {former && <p>The secret before stays valid until {former.valid_until.slice(0, 16).replace('T', ' ')} UTC.</p>}
      <p>
        <a class="button" href={pathTo(site, 'settings/keys')}>
          Back to the keys
        </a>
      </p>
    </>
  );
}
