import type { ListEventsResponse, PublicEvent } from '@rotamer/proto/notifications/v1/events.ts';
import type { Sink } from '../eventStream.ts';
import { frame, RETRY_FRAME } from '../frames.ts';
import { cursorOf } from './feedPlace.ts';
import { presentEvent } from './presentEvent.ts';

/** The next events after a place. */
export type ReadFeed = (after: number) => Promise<ListEventsResponse>;

interface Options {
  workspaceId: string;
  read: ReadFeed;
  clock: () => Date;
}

/**
 * Sends the events of a feed to one client, no faster than the client reads: the next page is read when the client has taken the last
 * one. Memory holds one page at most.
 */
export class FeedStream {
  #options: Options;
  #sink: Sink | undefined;
  #place = 0;
  /** Text to write before the next page. */
  #text = RETRY_FRAME;
  #isReading = false;
  /** Woken since the last read began. */
  #isAwake = false;
  #isEnding = false;
  /** The client had unread data at the last ping, and has not read all of it since. */
  #isBehind = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes the page with which the stream begins. */
  first(page: ListEventsResponse): void {
    if (page.tooOld) {
      const cursor = this.#cursor(page);
      this.#text += `id: ${cursor}\n${frame('resync', { message: 'Events are missing: they are kept no more.', cursor })}`;
    }
    this.#take(page);
    this.#text += `id: ${this.#cursor({ nextSeq: this.#place })}\n${frame('ping', { timestamp: this.#options.clock().toISOString() })}`;
  }

  /** Starts writing to the client. */
  begin(sink: Sink): void {
    this.#sink = sink;
    sink.on('drain', () => {
      this.#isBehind = false;
      this.#flush();
      this.#readOn();
    });
    this.#flush();
    this.#readOn();
  }

  /** The feed may have new events. */
  wake(): void {
    this.#isAwake = true;
    this.#readOn();
  }

  /** Sends a ping with the present place; cuts off a client that has read nothing since the last one. Call every 15 s. */
  ping(text: string): void {
    if (this.#isBehind) this.#sink?.destroy();
    else if (this.#sink?.writableNeedDrain) this.#isBehind = true;
    else if (this.#sink && !this.#isReading) {
      this.#text += `id: ${this.#cursor({ nextSeq: this.#place })}\n${text}`;
      this.#flush();
    }
  }

  /** Sends an `error` event and ends. */
  fail(message: string): void {
    this.#text += frame('error', { message });
    this.end();
  }

  /** Ends without an event, so that the client reconnects. Cuts off a client that is behind. */
  end(): void {
    this.#isEnding = true;
    if (this.#sink?.writableNeedDrain) this.#sink.destroy();
    else this.#flush();
  }

  #cursor({ nextSeq }: Pick<ListEventsResponse, 'nextSeq'>): string {
    return cursorOf(nextSeq, this.#options.workspaceId);
  }

  #take(page: ListEventsResponse): void {
    this.#text += page.events.map(eventFrame).join('');
    this.#place = page.nextSeq;
    if (page.hasMore) this.#isAwake = true;
  }

  /** Reads page after page while there are more and the client keeps up. */
  async #readOn(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isAwake && this.#canWrite()) {
        this.#isAwake = false;
        const page = await this.#options.read(this.#place);
        // Only a restored backup ends before a place that was read.
        if (page.tooOld) this.#isEnding = true;
        else this.#take(page);
        this.#flush();
      }
    } catch {
      // The client reconnects, and goes on after the last event it has.
      this.end();
    } finally {
      this.#isReading = false;
    }
  }

  #canWrite(): boolean {
    const sink = this.#sink;
    return !!sink && !this.#isEnding && !sink.destroyed && !sink.writableEnded && !sink.writableNeedDrain;
  }

  #flush(): void {
    const sink = this.#sink;
    if (!sink || sink.destroyed || sink.writableEnded || sink.writableNeedDrain) return;
    if (this.#text !== '') sink.write(this.#text);
    this.#text = '';
    if (this.#isEnding) sink.end();
  }
}

const rendered = new WeakMap<PublicEvent, string>();

/** The frame of an event, rendered once for all streams that share its page. */
function eventFrame(event: PublicEvent): string {
  const known = rendered.get(event);
  if (known) return known;
  const text = `id: ${event.id}\n${frame('event', presentEvent(event))}`;
  rendered.set(event, text);
  return text;
}
