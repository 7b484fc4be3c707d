import { List } from '../http/list.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { Tool, ToolSummary } from '../types.ts';

/** Which tools to list. */
export interface ToolFilter {
  /** What the tools do, in words. */
  search?: string;
  /** A format that an input takes, such as the `format` of a saved file. */
  accepts?: string;
}

export class Tools {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all tools, or those that match the words of a search, best first, or that take a format as input. */
  list({ search, accepts, ...options }: CallOptions & ToolFilter = {}): List<ToolSummary> {
    const filter = { ...(search !== undefined && { search }), ...(accepts !== undefined && { accepts }) };
    return new List(this.#transport, '/tools', filter, options);
  }

  /** Returns the inputs, settings, outputs and price of a tool. */
  async get(toolId: string, options: CallOptions = {}): Promise<Tool> {
    const path = `/tools/${encodeURIComponent(toolId)}`;
    return (await this.#transport.request<Tool>('GET', path, { ...options, object: 'tool' })).body;
  }
}
