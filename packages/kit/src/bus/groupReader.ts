import type { SessionLock } from '../db/sessionLock.ts';
import { STANDBY } from '../process/loop.ts';
import { retryTopic } from './bus.ts';
import { readOffset } from './eventLog.ts';
import { type Handling, handleNew } from './handleNew.ts';

/** Retries are read less often: reading them costs as much as reading events, and retries are rare. */
const RETRIES_EVERY_MS = 1_000;

/**
 * Returns the pass of a group's reader (`LoopOptions.pass`). One process reads for the group, the others are on standby.
 */
export function groupReader(
  topic: string,
  turn: SessionLock,
  handling: Handling,
): (signal: AbortSignal) => Promise<boolean | typeof STANDBY> {
  const { db, group, handled, inHand } = handling;
  const retries = retryTopic(topic, group);
  let retriesAt = 0;
  let holder: unknown;
  return async (signal) => {
    const mine = await turn.take();
    if (!mine) return STANDBY;
    if (mine !== holder) {
      for (const from of [topic, retries]) {
        const offset = await readOffset(db, from, group);
        handled.set(from, offset.handled);
        inHand.set(from, offset.inHand);
      }
    }
    holder = mine;
    // No further message is begun once this process is stopping or has lost the lock.
    const working = AbortSignal.any([signal, turn.lost]);
    const more = await handleNew(handling, topic, working);
    if (performance.now() < retriesAt) return more;
    const moreRetries = await handleNew(handling, retries, working);
    retriesAt = moreRetries ? 0 : performance.now() + RETRIES_EVERY_MS;
    return more || moreRetries;
  };
}
