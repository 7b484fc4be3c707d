import type { WebhookEndpointSecret } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { SettingsTabs } from './SettingsTabs.tsx';

/** The secret that signs the webhooks of an endpoint. No other page has it. */
export function WebhookSecretPage({ endpoint }: { endpoint: WebhookEndpointSecret }) {
  const site = useSite();
  return (
    <>
      <SettingsTabs current="settings/webhooks" />
      <h2>{endpoint.url}</h2>
      <p class="lead">Copy the secret now. It is shown this once. The receiver checks signatures with it.</p>
      <p>
        <label for="secret">The secret</label>
      </p>
      <input
        id="secret"
        class="secret"
        readOnly
        value={endpoint.secret}
        autocomplete="off"
        spellcheck={false}
        data-copy
      />
      {endpoint.former_secret_until && (
        <p>Until {endpoint.former_secret_until.slice(0, 16).replace('T', ' ')} UTC, the secret before signs too.</p>
      )}
      <p>
        <a class="button" href={pathTo(site, `settings/webhooks/${endpoint.id}`)}>
          To the endpoint
        </a>
      </p>
    </>
  );
}
