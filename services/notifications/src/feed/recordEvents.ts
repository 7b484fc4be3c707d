import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import { READ_BATCH } from '@rotamer/kit/bus/eventLog.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { recordDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import { appendOutbox, OUTBOX_SIGNAL, type OutboxMessage, outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { FeedEventType, FeedEvent as FeedMessage } from '@rotamer/proto/notifications/v1/events.ts';
import type { Deps } from '../deps.ts';
import { queueDeliveries, WEBHOOKS_SIGNAL } from '../webhooks/queueDeliveries.ts';
import { decideFeed } from './decideFeed.ts';
import { appendEvents, lockFeeds } from './feedStore.ts';
import { keptSince } from './keptSince.ts';
import type { FeedEvent, NewEvent } from './newEvent.ts';

/** The consumer group of notifications. */
export const GROUP = 'notifications';

/**
 * Most events that are recorded together: all that one read of the bus returns. Each transaction costs another event for each feed
 * that it changes.
 */
export const AT_ONCE = READ_BATCH;

/** Sent after a commit that added events to feeds. */
export const FEED_SIGNAL = 'feed';

type RecordNeeds = Pick<Deps, 'db' | 'clock' | 'signals' | 'eventRetentionDays'>;

/** Returns a function that adds an event to the feed of its workspace, once. Events that arrive together share a transaction. */
export function createRecorder(deps: Deps): (event: NewEvent) => Promise<void> {
  return createBatcher<NewEvent, void>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    // An event that cannot be stored must not block the others.
    run: (events) =>
      bisect(events, async (some) => {
        await recordEvents(deps, some);
        return some.map(() => undefined);
      }),
  });
}

/** Adds events to the feeds of their workspaces, each once. Returns those that were added. */
export async function recordEvents(deps: RecordNeeds, events: readonly NewEvent[]): Promise<FeedEvent[]> {
  const { db, clock, signals, eventRetentionDays } = deps;
  const now = clock();
  const added = await transaction(db, async (tx) => {
    const fresh = await recordDeliveries(
      tx,
      GROUP,
      events.map(({ id }) => id),
    );
    const arrived = events.filter(({ id }) => fresh.has(id));
    if (arrived.length === 0) return [];
    const numbered = decideFeed(await lockFeeds(tx, arrived), arrived, keptSince(now, eventRetentionDays));
    if (numbered.length === 0) return [];
    await appendEvents(tx, numbered);
    await queueDeliveries(tx, numbered, now);
    await appendOutbox(tx, advances(numbered, now));
    return numbered;
  });
  if (added.length > 0) for (const signal of [OUTBOX_SIGNAL, FEED_SIGNAL, WEBHOOKS_SIGNAL]) signals.send(signal);
  return added;
}

/** Returns one message for each feed that has new events. */
function advances(events: readonly FeedEvent[], now: Date): OutboxMessage[] {
  const lastSeqs = new Map(events.map(({ workspaceId, seq }) => [workspaceId, seq]));
  return [...lastSeqs].map(([workspaceId, lastSeq]) => {
    const envelope = { topic: 'notifications.events.v1', key: workspaceId, occurredAt: now, traceparent: '' };
    return outboxEvent(FeedMessage, envelope, { workspaceId, type: FeedEventType.ADVANCED, lastSeq });
  });
}
