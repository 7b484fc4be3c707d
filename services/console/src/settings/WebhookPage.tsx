import type { WebhookDelivery, WebhookDeliveryDetails, WebhookEndpoint } from '@rotamer/client';
import type { ComponentChildren } from 'preact';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { SettingsTabs } from './SettingsTabs.tsx';
import { EndpointState } from './WebhooksPage.tsx';

interface WebhookPageProps {
  endpoint: WebhookEndpoint;
  deliveries: WebhookDelivery[];
  /** The delivery whose attempts are shown. */
  details?: WebhookDeliveryDetails;
}

/** One endpoint: what it gets, its deliveries, and how the receiver answered. */
export function WebhookPage({ endpoint, deliveries, details }: WebhookPageProps) {
  return (
    <>
      <SettingsTabs current="settings/webhooks" />
      <h2>{endpoint.description ?? endpoint.url}</h2>
      <p>
        {endpoint.description && endpoint.url} <EndpointState endpoint={endpoint} />
      </p>
      <p class="quiet">Gets {endpoint.event_types.length > 0 ? endpoint.event_types.join(', ') : 'all events'}.</p>
      <div class="actions">
        <Action endpoint={endpoint} what="test">
          Send a test
        </Action>
        <Action endpoint={endpoint} what="rotate">
          Rotate the secret
        </Action>
        <Action endpoint={endpoint} what="switch" name="enabled" value={String(!endpoint.enabled)}>
          {endpoint.enabled ? 'Switch off' : 'Switch on'}
        </Action>
        <details class="danger">
          <summary>Delete</summary>
          <Action endpoint={endpoint} what="delete">
            Delete with its deliveries
          </Action>
        </details>
      </div>
      {details && <Attempts delivery={details} endpoint={endpoint} />}
      <Deliveries endpoint={endpoint} deliveries={deliveries} />
    </>
  );
}

interface ActionProps {
  endpoint: WebhookEndpoint;
  what: string;
  name?: string;
  value?: string;
  children: ComponentChildren;
}

/** A form of one button. */
function Action({ endpoint, what, name, value, children }: ActionProps) {
  const site = useSite();
  return (
    <form class="inline" method="post" action={pathTo(site, `settings/webhooks/${endpoint.id}/${what}`)}>
      <FormToken token={site.formToken} />
      {name && <input type="hidden" name={name} value={value} />}
      <button type="submit">{children}</button>
    </form>
  );
}

const colours = { delivered: 'COMPLETED', failed: 'FAILED', pending: 'PROCESSING' } as const;

function Deliveries({ endpoint, deliveries }: { endpoint: WebhookEndpoint; deliveries: WebhookDelivery[] }) {
  const site = useSite();
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Last deliveries</h2>
      {deliveries.length === 0 && <p class="quiet">Nothing was sent yet. A test shows whether the receiver answers.</p>}
      {deliveries.length > 0 && (
        <ScrollBox label="Deliveries, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">State</th>
                <th scope="col" class="number">
                  Attempts
                </th>
                <th scope="col">At</th>
                <th scope="col">Again</th>
              </tr>
            </thead>
            <tbody>
              {deliveries.map((delivery) => (
                <tr key={delivery.id}>
                  <th scope="row">
                    <a href={pathTo(site, `settings/webhooks/${endpoint.id}?delivery=${delivery.id}`)}>
                      {delivery.event_type}
                    </a>{' '}
                    <small>{delivery.resource_id}</small>
                  </th>
                  <td>
                    <span class="status" data-status={colours[delivery.status]}>
                      {delivery.status}
                    </span>
                  </td>
                  <td class="number">{delivery.attempt_count}</td>
                  <td>
                    <Time at={delivery.created_at} />
                  </td>
                  <td>
                    <Action endpoint={endpoint} what="replay" name="delivery" value={delivery.id}>
                      Replay
                    </Action>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

/** The attempts of one delivery, with the answers of the receiver. */
function Attempts({ delivery, endpoint }: { delivery: WebhookDeliveryDetails; endpoint: WebhookEndpoint }) {
  const site = useSite();
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{delivery.event_type}</h2>
      {delivery.attempts.length === 0 && (
        <p>
          It has not been sent yet.{' '}
          <a href={pathTo(site, `settings/webhooks/${endpoint.id}?delivery=${delivery.id}`)}>Look again</a>
        </p>
      )}
      <ul class="rows">
        {delivery.attempts.map(({ number, at, duration_ms, response_status, error, response_body }) => (
          <li key={number}>
            <span>
              {response_status === null ? error : `HTTP ${response_status}`} in {duration_ms} ms
            </span>
            <Time at={at} />
            {response_body && <code>{response_body.slice(0, 500)}</code>}
          </li>
        ))}
      </ul>
    </section>
  );
}
