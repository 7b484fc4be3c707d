import type { Writable } from 'node:stream';
import { presentJob } from '@rotamer/present/presentJob.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { frame, RETRY_FRAME, statusFrame } from './frames.ts';
import { emptyStream, giveUpWaiting, offer, type Showing, take } from './stream.ts';

/** How long the end of a job waits for its settlement, which usually follows within milliseconds. */
export const SETTLEMENT_MS = 1_000;

/** The destination of one client's events: the response to its request. */
export type Sink = Pick<Writable, 'write' | 'end' | 'destroy' | 'destroyed' | 'writableEnded' | 'writableNeedDrain'> & {
  on(event: 'drain', listener: () => void): unknown;
};

/**
 * Turns the states of a job into events for one client, no faster than the client reads. Memory holds only the newest state, and
 * the small buffer of the client's socket. A class, because thousands of streams are open at a time.
 */
export class EventStream {
  #sink: Sink | undefined;
  #state = emptyStream;
  /** Text to write before the events of the state. */
  #text = RETRY_FRAME;
  #isEnding = false;
  /** The client had unread data at the last ping, and has not read all of it since. */
  #isBehind = false;

  /** Starts writing to the client; until then events wait. */
  begin(sink: Sink): void {
    this.#sink = sink;
    sink.on('drain', () => {
      this.#isBehind = false;
      this.#flush();
    });
    this.#flush();
  }

  /** Takes a state of the job; states may arrive in any order. */
  offer(job: Job): void {
    this.#state = offer(this.#state, job);
    if (this.#state.waiting) this.#flush();
  }

  /** Sends a ping; cuts off a client that has read nothing since the last one. Call every 15 s. */
  ping(text: string): void {
    if (this.#isBehind) this.#sink?.destroy();
    else if (this.#sink?.writableNeedDrain) this.#isBehind = true;
    else if (this.#sink) {
      this.#text = text;
      this.#flush();
    }
  }

  /** Sends an `error` event and ends. */
  fail(message: string): void {
    this.#text = frame('error', { message });
    this.end();
  }

  /**
   * Ends without an event, so that the client reconnects. Cuts off a client that is behind. A stream that has not begun sends its
   * current state first.
   */
  end(): void {
    this.#isEnding = true;
    if (this.#sink?.writableNeedDrain) this.#sink.destroy();
    else this.#flush();
  }

  #show({ state, status, terminal }: Showing): void {
    this.#state = state;
    if (status) this.#text += statusFrame(status);
    if (terminal) this.#text += frame('terminal', presentJob(terminal));
    if (status && state.unsettled) setTimeout(() => this.#stopWaiting(), SETTLEMENT_MS);
    this.#isEnding ||= state.ended;
  }

  #stopWaiting(): void {
    this.#show(giveUpWaiting(this.#state));
    this.#flush();
  }

  #flush(): void {
    const sink = this.#sink;
    if (!sink || sink.destroyed || sink.writableEnded || sink.writableNeedDrain) return;
    this.#show(take(this.#state));
    if (this.#text !== '') sink.write(this.#text);
    this.#text = '';
    if (this.#isEnding) sink.end();
  }
}
