import { List } from '../http/list.ts';
import type { CallOptions, RequestOptions, Transport } from '../http/transport.ts';
import type { ApiKey, ApiKeyRequest, ApiKeySecret, ApiKeyUpdateRequest } from '../types.ts';

/** Which API keys to list. */
export interface ApiKeyFilter {
  /** Items per page, at most 100. */
  limit?: number;
  /** Only this user's keys. */
  user_id?: string;
  include_revoked?: boolean;
}

/** The keys of programs. */
export class ApiKeys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(filter: ApiKeyFilter = {}, options: CallOptions = {}): List<ApiKey> {
    return new List(this.#transport, '/api-keys', { ...filter }, options);
  }

  get(keyId: string, options: CallOptions = {}): Promise<ApiKey> {
    return this.#send('GET', pathOf(keyId), { ...options, object: 'api_key' });
  }

  /**
   * Creates a key and returns its secret, which no later response contains. A `budget` bounds its first job already. The secret is
   * null when the response to an earlier attempt of the same call was lost; then rotate the key.
   */
  create(body: ApiKeyRequest, options: CallOptions & { idempotencyKey?: string } = {}): Promise<ApiKeySecret> {
    const { idempotencyKey = crypto.randomUUID(), ...call } = options;
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#send('POST', '/api-keys', { ...call, body, headers, object: 'api_key' });
  }

  /** Changes what the body has; `budget: { day: null }` removes the cap of a day, and `budget: null` all. */
  update(keyId: string, body: ApiKeyUpdateRequest, options: CallOptions = {}): Promise<ApiKey> {
    return this.#send('PATCH', pathOf(keyId), { ...options, body, repeat: 'safe', object: 'api_key' });
  }

  /** Replaces the secret. The secret before stays valid for `overlap_seconds`, by default a day. */
  rotate(
    keyId: string,
    body: { overlap_seconds?: number } = {},
    options: CallOptions = {},
  ): Promise<ApiKeySecret & { secret: string }> {
    return this.#send('POST', `${pathOf(keyId)}/rotate`, { ...options, body, object: 'api_key' });
  }

  /** Revokes a key, and the keys that it created. */
  revoke(keyId: string, options: CallOptions = {}): Promise<ApiKey> {
    return this.#send('DELETE', pathOf(keyId), { ...options, repeat: 'safe', object: 'api_key' });
  }

  async #send<Body>(method: string, path: string, options: RequestOptions): Promise<Body> {
    return (await this.#transport.request<Body>(method, path, options)).body;
  }
}

function pathOf(keyId: string): string {
  return `/api-keys/${encodeURIComponent(keyId)}`;
}
