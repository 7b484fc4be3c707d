import { List } from '../http/list.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { Tool, ToolSummary } from '../types.ts';

export class Tools {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all tools, or those that match the words of a search, best first. */
  list({ search, ...options }: CallOptions & { search?: string } = {}): List<ToolSummary> {
    return new List(this.#transport, '/tools', search === undefined ? {} : { search }, options);
  }

  /** Returns the inputs, settings, outputs and price of a tool. */
  async get(toolId: string, options: CallOptions = {}): Promise<Tool> {
    const path = `/tools/${encodeURIComponent(toolId)}`;
    return (await this.#transport.request<Tool>('GET', path, { ...options, object: 'tool' })).body;
  }
}
