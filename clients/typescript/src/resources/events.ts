import { EventFeed, type EventFilter, feedQuery } from '../events/feed.ts';
import { type FollowOptions, followFeed } from '../events/followFeed.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import type { Event } from '../types.ts';

/** The feed of the workspace: everything that happens to its resources, in one order. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists events up to the present end of the feed, oldest first. `limit`: events per page, at most 1,000. */
  list(filter: EventFilter & { limit?: number } = {}, options: CallOptions = {}): EventFeed {
    return new EventFeed(this.#transport, filter, options);
  }

  /** Yields events as they happen; without `after` from now on. Broken connections are opened again where they broke. */
  stream({ signal, onResync, ...filter }: EventFilter & FollowOptions = {}): AsyncGenerator<Event> {
    return followFeed(this.#transport, feedQuery(filter) as { after?: string }, { signal, onResync });
  }
}
