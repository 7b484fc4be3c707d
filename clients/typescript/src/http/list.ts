import type { ListPage } from '../types.ts';
import type { CallOptions, Query, Transport } from './transport.ts';

/** A list of the API. Iterating over it yields all items, and reads pages as they are needed. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #query: Query;
  readonly #options: CallOptions;

  constructor(transport: Transport, path: string, query: Query = {}, options: CallOptions = {}) {
    this.#transport = transport;
    this.#path = path;
    this.#query = query;
    this.#options = options;
  }

  /** Returns one page; the first page without a cursor. */
  async page(startingAfter?: string): Promise<ListPage<Item>> {
    const query = { ...this.#query, ...(startingAfter && { starting_after: startingAfter }) };
    return (
      await this.#transport.request<ListPage<Item>>('GET', this.#path, { ...this.#options, query, object: 'list' })
    ).body;
  }

  async *pages(): AsyncGenerator<ListPage<Item>> {
    let cursor: string | undefined;
    do {
      const page: ListPage<Item> = await this.page(cursor);
      yield page;
      cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    } while (cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** Returns the first items, at most `limit`. */
  async take(limit: number): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length === limit) break;
    }
    return items;
  }
}
