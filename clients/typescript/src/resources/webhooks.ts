import { List } from '../http/list.ts';
import type { CallOptions, RequestOptions, Transport } from '../http/transport.ts';
import type {
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookEndpoint,
  WebhookEndpointDeletion,
  WebhookEndpointRequest,
  WebhookEndpointSecret,
  WebhookEndpointUpdateRequest,
} from '../types.ts';

/** Which deliveries to list. */
export interface WebhookDeliveryFilter {
  /** Items per page, at most 100. */
  limit?: number;
  endpoint_id?: string;
  event_id?: string;
  status?: WebhookDelivery['status'];
}

/** Events of the workspace, sent to URLs of yours. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(filter: { limit?: number } = {}, options: CallOptions = {}): List<WebhookEndpoint> {
    return new List(this.#transport, '/webhook-endpoints', { ...filter }, options);
  }

  /** Creates an endpoint and returns its secret, which no later response contains. */
  create(body: WebhookEndpointRequest, options: CallOptions = {}): Promise<WebhookEndpointSecret> {
    return this.#send('POST', '/webhook-endpoints', { ...options, body, object: 'webhook_endpoint' });
  }

  get(endpointId: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#send('GET', endpoint(endpointId), { ...options, object: 'webhook_endpoint' });
  }

  /** Changes what the body has; `enabled: true` switches on an endpoint that was disabled. */
  update(endpointId: string, body: WebhookEndpointUpdateRequest, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#send('PATCH', endpoint(endpointId), { ...options, body, repeat: 'safe', object: 'webhook_endpoint' });
  }

  /** Replaces the secret. For a day, both secrets sign. */
  rotateSecret(endpointId: string, options: CallOptions = {}): Promise<WebhookEndpointSecret> {
    return this.#send('POST', `${endpoint(endpointId)}/rotate-secret`, { ...options, object: 'webhook_endpoint' });
  }

  /** Sends an event `webhook.test`. Its delivery shows how the receiver answered. */
  test(endpointId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return this.#send('POST', `${endpoint(endpointId)}/test`, { ...options, object: 'webhook_delivery' });
  }

  /** Deletes an endpoint with its deliveries. */
  delete(endpointId: string, options: CallOptions = {}): Promise<WebhookEndpointDeletion> {
    const sending = { ...options, repeat: 'once', object: 'webhook_endpoint_deletion' } as const;
    return this.#send('DELETE', endpoint(endpointId), sending);
  }

  /** Deliveries, newest first. */
  listDeliveries(filter: WebhookDeliveryFilter = {}, options: CallOptions = {}): List<WebhookDelivery> {
    return new List(this.#transport, '/webhook-deliveries', { ...filter }, options);
  }

  /** A delivery with its attempts and the answers of the receiver. */
  getDelivery(deliveryId: string, options: CallOptions = {}): Promise<WebhookDeliveryDetails> {
    return this.#send('GET', delivery(deliveryId), { ...options, object: 'webhook_delivery' });
  }

  /** Sends the event of a delivery again, under the same event id. */
  replay(deliveryId: string, options: CallOptions = {}): Promise<WebhookDelivery> {
    return this.#send('POST', `${delivery(deliveryId)}/replay`, { ...options, object: 'webhook_delivery' });
  }

  async #send<Body>(method: string, path: string, options: RequestOptions): Promise<Body> {
    return (await this.#transport.request<Body>(method, path, options)).body;
  }
}

function endpoint(id: string): string {
  return `/webhook-endpoints/${encodeURIComponent(id)}`;
}

function delivery(id: string): string {
  return `/webhook-deliveries/${encodeURIComponent(id)}`;
}
