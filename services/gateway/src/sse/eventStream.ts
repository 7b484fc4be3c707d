import { Readable } from 'node:stream';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { presentJob } from '../present/presentJob.ts';
import { frame, RETRY_FRAME, statusFrame } from './frames.ts';
import { emptyStream, giveUpWaiting, offer, type Showing, take } from './stream.ts';

const PING_MS = 15_000;

/** A client that has read nothing for this long while something waited for it is cut off at the next ping: within 30 s. */
const STALLED_MS = 15_000;

/** How long the `terminal` event waits for the job's settlement, which usually follows within milliseconds. */
const SETTLEMENT_MS = 1_000;

/** The stream of one client. */
export interface EventStream {
  readable: Readable;
  offer(job: Job): void;
  /** Says why in an `error` event, and ends. */
  fail(message: string): void;
  /** Ends without a word, so that the client reconnects. */
  end(): void;
}

/**
 * Turns the states of a job into events, only as fast as the client reads: what is not read yet is the newest state, one
 * ping and the small buffers of stream and socket.
 */
export function openEventStream(clock: Clock): EventStream {
  let state = emptyStream;
  let text = RETRY_FRAME;
  let ending = false;
  let wanted = false;
  let begun = false;
  let waitingSince: number | undefined;
  let patience: NodeJS.Timeout | undefined;

  const readable = new Readable({
    highWaterMark: 1,
    read() {
      wanted = true;
      begun = true;
      waitingSince = undefined;
      flush();
    },
  });

  function flush(): void {
    if (!wanted) {
      if (state.waiting || text !== '') waitingSince ??= clock().getTime();
      return;
    }
    show(take(state));
    if (state.unsettled) patience ??= setTimeout(stopWaiting, SETTLEMENT_MS);
    if (text !== '') {
      wanted = false;
      const chunk = text;
      text = '';
      readable.push(chunk);
    }
    if (ending) finish();
  }

  function show({ state: next, status, terminal }: Showing): void {
    state = next;
    if (status) text += statusFrame(status);
    if (terminal) text += frame('terminal', presentJob(terminal));
    ending ||= state.ended;
  }

  function stopWaiting(): void {
    show(giveUpWaiting(state));
    flush();
  }

  function finish(): void {
    stopTimers();
    readable.push(null);
  }

  const ping = setInterval(() => {
    if (waitingSince !== undefined && clock().getTime() - waitingSince >= STALLED_MS) {
      readable.destroy();
      return;
    }
    // A client that still has something to read needs no sign of life.
    if (text === '') text = frame('ping', { timestamp: clock().toISOString() });
    flush();
  }, PING_MS);
  const stopTimers = () => {
    clearInterval(ping);
    clearTimeout(patience);
  };
  readable.once('close', stopTimers);

  /** A client that is behind is cut off instead: nobody waits for it. One that has not begun is shown what there is first. */
  function end(): void {
    ending = true;
    if (wanted) flush();
    else if (begun) readable.destroy();
  }

  return {
    readable,
    offer(job) {
      state = offer(state, job);
      if (state.waiting) flush();
    },
    fail(message) {
      text = frame('error', { message });
      end();
    },
    end,
  };
}
