import type { Batcher } from '@rotamer/kit/batching/batcher.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import {
  type Counter,
  countAlone,
  type Decision,
  emptyCounter,
  fromMemory,
  type Grant,
  learn,
  quotaOf,
  type Spending,
  type Verdict,
} from './window.ts';

/** A database that has not answered within this time counts as unavailable. */
const PATIENCE_MS = 2_000;

/** After a failure the replica counts locally for this long before it asks again. */
const LOCAL_MS = 1_000;

/** One replica's knowledge of a key, and the key's requests that wait for the database. */
export interface KeyRequests {
  keyId: string;
  /** Requests per window. */
  limit: number;
  counter: Counter;
  waiting: ((verdict: Verdict) => void)[];
  /** Until this time (ms) requests are counted locally, because the database was unavailable. */
  aloneUntil: number;
}

export interface Judging {
  /** Responds before its deadline, or fails. */
  spendRequests: Batcher<Spending, Grant>;
  /** The largest possible number of replicas. */
  replicas: number;
  clock: Clock;
  log: Logger;
}

export function newKeyRequests(keyId: string): KeyRequests {
  return { keyId, limit: 0, counter: emptyCounter, waiting: [], aloneUntil: 0 };
}

/** Decides on one request; undefined when only the database can decide. */
export function judgeFromMemory(key: KeyRequests, { replicas, clock }: Judging): Verdict | undefined {
  const now = clock().getTime();
  const decided = fromMemory(key.counter, { limit: key.limit, replicas }, now, now < key.aloneUntil);
  return decided && settle(key, decided, now);
}

/**
 * Reports the requests admitted from memory to the database, and decides on the waiting requests. Runs one statement at a time,
 * each for all requests waiting by then. Never fails: without the database it counts locally.
 */
export async function askDatabase(key: KeyRequests, judging: Judging): Promise<void> {
  do {
    await askOnce(key, key.waiting.splice(0), judging);
    // Decides requests that arrived meanwhile with the response of the database.
    key.waiting = key.waiting.filter((answer) => {
      const known = judgeFromMemory(key, judging);
      if (known) answer(known);
      return !known;
    });
  } while (key.waiting.length > 0);
}

async function askOnce(key: KeyRequests, answers: KeyRequests['waiting'], judging: Judging): Promise<void> {
  const { spendRequests, replicas, clock, log } = judging;
  const { keyId, limit, counter } = key;
  const now = () => clock().getTime();
  const sentAt = now();
  try {
    const spending = { keyId, window: counter.window?.startedAt, spent: counter.unsent, wanted: answers.length, limit };
    const grant = await spendRequests(spending, { deadlineMs: Date.now() + PATIENCE_MS });
    key.counter = learn(key.counter, spending.spent, grant, sentAt, now());
    for (const [i, answer] of answers.entries()) answer(verdictOf(key, i < grant.granted, now()));
  } catch (error) {
    log.warn({ err: error, key_id: keyId }, 'rate limit database unavailable, counting locally');
    key.aloneUntil = now() + LOCAL_MS;
    const rule = { limit: key.limit, replicas };
    for (const answer of answers) answer(settle(key, countAlone(key.counter, rule, now()), now()));
  }
}

function settle(key: KeyRequests, { counter, admitted }: Decision, now: number): Verdict {
  key.counter = counter;
  return verdictOf(key, admitted, now);
}

function verdictOf({ counter, limit }: KeyRequests, admitted: boolean, now: number): Verdict {
  return { admitted, ...quotaOf(counter, limit, now) };
}
