import type { Clock } from '@rotamer/kit/clock.ts';
import { observe } from '@rotamer/kit/telemetry/measures.ts';
import { frame } from './frames.ts';

/** How often due streams are pinged, in milliseconds. A timer per stream would be most of the cost of an idle stream. */
const TURN_MS = 250;

/** A stream is pinged every 15 s. */
const TURNS_BETWEEN_PINGS = 60;

/** Most pings in a turn, a few milliseconds of work. The rest follows in the next turn. */
const PINGS_A_TURN = 500;

/** A stream that is kept open by pings. */
export type Pinged = { ping(text: string): void; end(): void };

/** The open streams of this process. */
export interface OpenStreams {
  /** Pings the stream from now on. */
  add(stream: Pinged): void;
  delete(stream: Pinged): void;
  endAll(): void;
}

/** Pings all streams with one timer, which runs while there are any. */
export function createOpenStreams(clock: Clock): OpenStreams {
  /** The turn at which each stream is due, in that order: a pinged stream moves to the end. */
  const dueAt = new Map<Pinged, number>();
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  observe({ sse_streams: { description: 'Open event streams' } }, (set) => set('sse_streams', dueAt.size));

  function takeTurn(): void {
    turn++;
    const text = frame('ping', { timestamp: clock().toISOString() });
    let left = PINGS_A_TURN;
    for (const [stream, due] of dueAt) {
      if (due > turn || left-- === 0) break;
      dueAt.delete(stream);
      dueAt.set(stream, turn + TURNS_BETWEEN_PINGS);
      stream.ping(text);
    }
  }

  return {
    add(stream) {
      dueAt.set(stream, turn + TURNS_BETWEEN_PINGS);
      timer ??= setInterval(takeTurn, TURN_MS);
    },
    delete(stream) {
      dueAt.delete(stream);
      if (dueAt.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    endAll() {
      for (const stream of dueAt.keys()) stream.end();
    },
  };
}
