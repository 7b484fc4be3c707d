/** No event and no ping for so long: the stream is dead, in milliseconds. The service pings every 15 s. */
export const SILENCE_MS = 45_000;

/** After this number of failed streams in a row a job is polled. */
export const MAX_STREAM_FAILURES = 3;

/** Polling gives up when nothing could be read for so long, in milliseconds. */
export const MAX_OUTAGE_MS = 5 * 60_000;

/** What the API recommends between two reads of a job's status, in seconds. */
const POLLS = [5, 10, 20, 30];

/** Milliseconds until the next poll. Retry-After wins, also above 30 s; `random` is from 0 to 1. */
export function pollDelay(pollsSoFar: number, retryAfter: number | undefined, random: number): number {
  const seconds = retryAfter ?? POLLS[Math.min(pollsSoFar, POLLS.length) - 1] ?? POLLS[0]!;
  return seconds * 1000 + random * 1000;
}

/** Between two reads of a run, in seconds: 5 s are a tenth of the requests that a key may make, and runs have no limit of their own. */
const RUN_POLLS = [1, 2, 3, 5];

/** Milliseconds until a run is read again. Retry-After wins; `random` is from 0 to 1. */
export function runPollDelay(pollsSoFar: number, retryAfter: number | undefined, random: number): number {
  const seconds = retryAfter ?? RUN_POLLS[Math.min(pollsSoFar, RUN_POLLS.length) - 1] ?? RUN_POLLS[0]!;
  return seconds * 1000 + random * 1000;
}

/** Milliseconds until a stream is opened again: Retry-After, else what the stream advertised, else 3 s. */
export function reopenDelay(retryAfter: number | undefined, advertisedMs: number | undefined, random: number): number {
  return (retryAfter === undefined ? (advertisedMs ?? 3_000) : retryAfter * 1000) + random * 500;
}

/** How many streams in a row have failed, after another one did. A stream that lived for a while does not count. */
export function countFailure(failures: number, livedMs: number): number {
  return livedMs >= SILENCE_MS ? 1 : failures + 1;
}
