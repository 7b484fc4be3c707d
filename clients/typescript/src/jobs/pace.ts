import { SILENCE_MS } from '../http/readSse.ts';

/** Number of failed streams in a row after which a job is polled. */
export const MAX_STREAM_FAILURES = 3;

/** Polling gives up when nothing could be read for this long, in milliseconds. */
export const MAX_OUTAGE_MS = 5 * 60_000;

/** The API's recommended delays between reads of a job's status, in seconds. */
const POLLS = [5, 10, 20, 30];

/** Returns milliseconds until the next poll. Retry-After takes precedence, also above 30 s. `random` is from 0 to 1. */
export function pollDelay(pollsSoFar: number, retryAfter: number | undefined, random: number): number {
  const seconds = retryAfter ?? POLLS[Math.min(pollsSoFar, POLLS.length) - 1] ?? POLLS[0]!;
  return seconds * 1000 + random * 1000;
}

/** Delays between reads of a run, in seconds. 5 s are a tenth of the requests that a key may make; runs have no separate limit. */
const RUN_POLLS = [1, 2, 3, 5];

/** Returns milliseconds until a run is read again. Retry-After takes precedence. `random` is from 0 to 1. */
export function runPollDelay(pollsSoFar: number, retryAfter: number | undefined, random: number): number {
  const seconds = retryAfter ?? RUN_POLLS[Math.min(pollsSoFar, RUN_POLLS.length) - 1] ?? RUN_POLLS[0]!;
  return seconds * 1000 + random * 1000;
}

/** Longest delays between reads of a batch, in seconds: short ones first, for batches of small jobs. */
const BATCH_POLLS = [0.2, 0.3, 0.5, 0.5, 1, 1, 2, 3, 5];

const LEAST_BATCH_MS = 200;

/** How far a batch was when it was read. */
export interface BatchSeen {
  /** In milliseconds from an arbitrary start. */
  at: number;
  /** Submissions that have ended. */
  done: number;
  /** Submissions that wait or run. */
  left: number;
}

/**
 * Returns milliseconds until a batch is read again: half of the time that the rest takes at the pace since the first read, so that its end
 * is soon noticed, and no longer than a fixed series.
 */
export function batchPollDelay(pollsSoFar: number, first: BatchSeen, last: BatchSeen): number {
  const most = (BATCH_POLLS[pollsSoFar - 1] ?? BATCH_POLLS.at(-1)!) * 1000;
  const done = last.done - first.done;
  const rest = done > 0 ? (last.left * (last.at - first.at)) / done : Infinity;
  return Math.max(LEAST_BATCH_MS, Math.min(most, rest / 2));
}

/** Returns milliseconds until a stream is reopened: Retry-After, else what the stream advertised, else 3 s. */
export function reopenDelay(retryAfter: number | undefined, advertisedMs: number | undefined, random: number): number {
  return (retryAfter === undefined ? (advertisedMs ?? 3_000) : retryAfter * 1000) + random * 500;
}

/** Returns how many streams in a row have failed, after one more. A stream that lived for a while does not count. */
export function countFailure(failures: number, livedMs: number): number {
  return livedMs >= SILENCE_MS ? 1 : failures + 1;
}
