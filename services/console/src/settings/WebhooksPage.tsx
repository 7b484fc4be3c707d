import { type EventType, eventTypes } from '@rotamer/api/schemas/eventTypes.ts';
import type { Project, WebhookEndpoint } from '@rotamer/client';
import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { SettingsTabs } from './SettingsTabs.tsx';

const types = Object.entries(eventTypes) as [EventType, string][];

/** The webhook endpoints of the workspace. */
export function WebhooksPage({ endpoints, projects }: { endpoints: WebhookEndpoint[]; projects: Project[] }) {
  const site = useSite();
  return (
    <>
      <SettingsTabs current="settings/webhooks" />
      <p>
        A webhook sends events of the workspace, such as the end of a job, to an address of yours.{' '}
        <a href={`${site.root}docs/webhooks`}>How to receive them</a>
      </p>
      <CreateForm projects={projects} />
      <section aria-labelledby="endpoints">
        <h2 id="endpoints">Endpoints</h2>
        {endpoints.length === 0 && <p class="quiet">There is no endpoint yet. The form above creates one.</p>}
        <ul class="rows">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <a href={pathTo(site, `settings/webhooks/${endpoint.id}`)}>{endpoint.description ?? endpoint.url}</a>
              {endpoint.description && <small>{endpoint.url}</small>}
              <EndpointState endpoint={endpoint} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const reasons = {
  requested: 'switched off',
  gone: 'off: the receiver answered 410',
  failing: 'off: every attempt of a week failed',
} as const;

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { enabled, disabled_reason: reason, failing_since } = endpoint;
  if (!enabled)
    return (
      <span class="status" data-status="CANCELLED">
        {reason ? reasons[reason] : 'off'}
      </span>
    );
  if (failing_since)
    return (
      <span class="status" data-status="FAILED">
        failing
      </span>
    );
  return (
    <span class="status" data-status="COMPLETED">
      on
    </span>
  );
}

function CreateForm({ projects }: { projects: Project[] }) {
  const site = useSite();
  return (
    <details class="more">
      <summary>Create an endpoint</summary>
      <form class="fields" method="post" action={pathTo(site, 'settings/webhooks/create')}>
        <FormToken token={site.formToken} />
        <label for="url">Address</label>
        <input
          id="url"
          name="url"
          type="url"
          required
          maxLength={2048}
          placeholder="https://lims.example.org/rotamer"
        />
        <label for="webhook-description">Description</label>
        <input id="webhook-description" name="description" maxLength={200} />
        {projects.length > 0 && (
          <>
            <label for="webhook-project">Only events of the project</label>
            <select id="webhook-project" name="project">
              <option value="">any</option>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </>
        )}
        <fieldset class="columns">
          <legend>Which events (none: all)</legend>
          {types.map(([type, meaning]) => (
            <label key={type} class="tick" title={meaning}>
              <input
                type="checkbox"
                name="types"
                value={type}
                checked={type === 'job.completed' || type === 'job.failed'}
              />
              {type}
            </label>
          ))}
        </fieldset>
        <button type="submit">Create the endpoint</button>
      </form>
    </details>
  );
}
