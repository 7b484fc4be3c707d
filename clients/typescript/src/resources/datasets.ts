import { List } from '../http/list.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { Dataset } from '../types.ts';

export class Datasets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Yields the reference data that the workspace may search. */
  list(options: CallOptions = {}): List<Dataset> {
    return new List(this.#transport, '/datasets', {}, options);
  }

  /** Returns a dataset with its releases. */
  async get(datasetId: string, options: CallOptions = {}): Promise<Dataset> {
    const path = `/datasets/${encodeURIComponent(datasetId)}`;
    return (await this.#transport.request<Dataset>('GET', path, { ...options, object: 'dataset' })).body;
  }
}
