import type { Writable } from 'node:stream';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { presentJob } from '../present/presentJob.ts';
import { frame, RETRY_FRAME, statusFrame } from './frames.ts';
import { emptyStream, giveUpWaiting, offer, type Showing, take } from './stream.ts';

/** How long the `terminal` event waits for the job's settlement, which usually follows within milliseconds. */
const SETTLEMENT_MS = 1_000;

/** Where the events of one client go: the answer to its request. */
export type Sink = Pick<Writable, 'write' | 'end' | 'destroy' | 'destroyed' | 'writableEnded' | 'writableNeedDrain'> & {
  on(event: 'drain', listener: () => void): unknown;
};

/**
 * Turns the states of a job into events for one client, only as fast as it reads: what waits for it is the newest state, and
 * the small buffer of its socket. A class, because thousands are open at a time.
 */
export class EventStream {
  #sink: Sink | undefined;
  #state = emptyStream;
  /** Comes before what the state shows. */
  #text = RETRY_FRAME;
  #isEnding = false;
  /** The client had not taken all of what was written at the last ping, nor since. */
  #isBehind = false;

  /** From now on the client is told; until then what there is to tell waits. */
  begin(sink: Sink): void {
    this.#sink = sink;
    sink.on('drain', () => {
      this.#isBehind = false;
      this.#flush();
    });
    this.#flush();
  }

  /** A state of the job became known, in whatever order states arrive. */
  offer(job: Job): void {
    this.#state = offer(this.#state, job);
    if (this.#state.waiting) this.#flush();
  }

  /** Shows a sign of life; cuts off a client that has taken nothing since the last one. To be called every 15 s. */
  ping(text: string): void {
    if (this.#isBehind) this.#sink?.destroy();
    else if (this.#sink?.writableNeedDrain) this.#isBehind = true;
    else if (this.#sink) {
      this.#text = text;
      this.#flush();
    }
  }

  /** Says why in an `error` event, and ends. */
  fail(message: string): void {
    this.#text = frame('error', { message });
    this.end();
  }

  /**
   * Ends without a word, so that the client reconnects. One that is behind is cut off: nobody waits for it. One that has
   * not begun is shown what there is first.
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
