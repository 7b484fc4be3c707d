import type { Queryable } from '../db/db.ts';
import type { Logger } from '../process/log.ts';
import type { BusMessage } from './bus.ts';
import { lastEventId, READ_BATCH, readAfter } from './eventLog.ts';

export interface TailSpec {
  db: Queryable;
  log: Logger;
  topic: string;
  listener: (message: BusMessage) => void;
  onGap: () => void;
}

/** Creates a pass that passes new events, from now on, to a listener. A pass returns true if there may be more. */
export async function tailReader({ db, log, topic, listener, onGap }: TailSpec): Promise<() => Promise<boolean>> {
  let last = await lastEventId(db, topic);
  return async () => {
    const events = await readAfter(db, topic, last).catch((error) => {
      onGap();
      throw error;
    });
    for (const { id, message } of events) {
      last = id;
      try {
        listener(message);
      } catch (error) {
        log.error({ err: error, topic, event_id: message.eventId }, 'listener failed');
      }
    }
    return events.length === READ_BATCH;
  };
}
