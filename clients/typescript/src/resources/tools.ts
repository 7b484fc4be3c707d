import { List } from '../http/list.ts';
import type { Transport } from '../http/transport.ts';
import type { Tool, ToolSummary } from '../types.ts';

export class Tools {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(): List<ToolSummary> {
    return new List(this.#transport, '/tools');
  }

  /** Its inputs, settings, outputs and price. */
  async get(toolId: string): Promise<Tool> {
    return (await this.#transport.request<Tool>('GET', `/tools/${encodeURIComponent(toolId)}`)).body;
  }
}
