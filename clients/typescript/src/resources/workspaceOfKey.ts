import type { CallOptions, Transport } from '../http/transport.ts';
import type { Workspace } from '../types.ts';

/** The workspace of the credential. */
export class WorkspaceOfKey {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns name and plan, and your role. */
  async get(options: CallOptions = {}): Promise<Workspace> {
    return (await this.#transport.request<Workspace>('GET', '/workspace', { ...options, object: 'workspace' })).body;
  }

  async update(body: { name?: string; unit?: Workspace['unit'] }, options: CallOptions = {}): Promise<Workspace> {
    const sent = { ...options, body, repeat: 'safe', object: 'workspace' } as const;
    return (await this.#transport.request<Workspace>('PATCH', '/workspace', sent)).body;
  }
}
