import type { CallOptions, Query, Transport } from '../http/transport.ts';
import type { Event, EventPage, EventTypeFilter } from '../types.ts';

/** Which events of the workspace to read. */
export interface EventFilter {
  /** Types such as `job.completed`, or `job.*`; one or several. */
  type?: EventTypeFilter | readonly EventTypeFilter[];
  project_id?: string;
  run_id?: string;
  resource_id?: string;
  /** The cursor of a page, the id of an event, or `now`. */
  after?: string;
}

/** Returns the query of a filter. */
export function feedQuery({ type, ...rest }: EventFilter & { limit?: number }): Query {
  return { ...rest, type: typeof type === 'object' ? type.join(',') : type };
}

/** Reads one page of the feed. */
export async function readPage(transport: Transport, query: Query, options: CallOptions = {}): Promise<EventPage> {
  return (await transport.request<EventPage>('GET', '/events', { ...options, query, object: 'list' })).body;
}

/** A part of the feed of the workspace. Iterating over it yields all events up to its present end, and reads pages as they are needed. */
export class EventFeed implements AsyncIterable<Event> {
  readonly #transport: Transport;
  readonly #filter: EventFilter & { limit?: number };
  readonly #options: CallOptions;

  constructor(transport: Transport, filter: EventFilter & { limit?: number }, options: CallOptions) {
    this.#transport = transport;
    this.#filter = filter;
    this.#options = options;
  }

  /** Returns one page; `next_cursor` of it is where to go on, at once or later. */
  page(after: string | undefined = this.#filter.after): Promise<EventPage> {
    return readPage(this.#transport, feedQuery({ ...this.#filter, after }), this.#options);
  }

  async *pages(): AsyncGenerator<EventPage> {
    let page = await this.page();
    yield page;
    while (page.has_more) {
      page = await this.page(page.next_cursor);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for await (const { data } of this.pages()) yield* data;
  }
}
