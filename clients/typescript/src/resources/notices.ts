import type { CallOptions, Transport } from '../http/transport.ts';
import type { NoticesUpdate, Notices as PublicNotices } from '../types.ts';

/** Which mails you receive. */
export class Notices {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async get(options: CallOptions = {}): Promise<PublicNotices> {
    return (await this.#transport.request<PublicNotices>('GET', '/notices', { ...options, object: 'notices' })).body;
  }

  async update(body: NoticesUpdate, options: CallOptions = {}): Promise<PublicNotices> {
    const sending = { ...options, body, repeat: 'safe' as const, object: 'notices' };
    return (await this.#transport.request<PublicNotices>('PATCH', '/notices', sending)).body;
  }
}
