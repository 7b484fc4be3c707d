import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../db/db.ts';
import { isDependencyUnavailable } from '../../errors/fault.ts';
import type { Logger } from '../../process/log.ts';
import { beginAlone, beginTogether, endWork, MAX_DEATHS, whileBegun } from '../../work/begunWork.ts';
import type { BusMessage } from '../bus.ts';
import { type DeliveryOptions, deliver, parkDeadly } from '../deliver.ts';
import { inKeyOrder } from '../inKeyOrder.ts';

/** Delay between two checks of an event that another process has begun, and before a failed statement is retried. */
const PAUSE_MS = 500;

/**
 * How long to wait for another process to end an event. It exceeds the time after which a silent process counts as
 * dead. A living process has lost the partition by then.
 */
const WAIT_FOR_LIVING_MS = 20_000;

/** An event of a partition. */
export interface PartitionEvent {
  /** Unique among all events of the topic. */
  id: string;
  key: string;
  message: BusMessage;
}

/** How a member of a group handles the events of a partition. */
export interface Handling<Event extends PartitionEvent> extends DeliveryOptions {
  /** Database of the service. */
  db: Queryable;
  log: Logger;
  /** Topic and group, under which begun events are recorded. */
  work: string;
  /** Most keys handled at the same time; the events of each key are handled in order. */
  atOnce: number;
  /** Runs events that may crash the process, one at a time in the whole process. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Throws when the partition is no longer assigned to this member. */
  goOn(): void;
  /** Called with each event once it and all before it are handled. */
  onReached(event: Event): void;
  /** Saves the group's offset: at once, or when the commit interval is over. */
  save(when: { atOnce: boolean }): Promise<void>;
}

/**
 * Handles events, after recording them as begun. Events that a crashed process had begun are handled one by one. They are
 * dead-lettered when three processes have crashed while handling them.
 */
export async function handleNoted<Event extends PartitionEvent>(
  handling: Handling<Event>,
  events: Event[],
): Promise<void> {
  const { db, work, types, inTurn } = handling;
  const isWanted = ({ message }: Event) => !types || types.has(message.type);
  const ids = events.filter(isWanted).map(({ id }) => id);
  const left = ids.length > 0 ? await patiently(handling, () => beginTogether(db, work, ids)) : [];
  if (left.length === 0) return await whileBegun(handling, ids, () => handleTogether(handling, events));
  const others = ids.filter((id) => !left.includes(id));
  await patiently(handling, () => endWork(db, work, others));
  for (const event of events) {
    if (isWanted(event)) await inTurn(() => handleAlone(handling, event));
    handling.onReached(event);
    await handling.save({ atOnce: true });
  }
}

function handleTogether<Event extends PartitionEvent>(handling: Handling<Event>, events: Event[]): Promise<void> {
  const { atOnce, goOn, onReached, save } = handling;
  const handle = async ({ message }: Event) => {
    goOn();
    await deliver(message, handling);
    await save({ atOnce: false });
  };
  return inKeyOrder(events, atOnce, handle, onReached);
}

async function handleAlone<Event extends PartitionEvent>(handling: Handling<Event>, event: Event): Promise<void> {
  const { db, work } = handling;
  const { id, message } = event;
  const deaths = await deathsOf(handling, id);
  if (deaths < MAX_DEATHS) return await whileBegun(handling, [id], () => deliver(message, handling));
  // The record stays until the event is dead-lettered, so a failure to dead-letter loses nothing.
  await parkDeadly(message, deaths, handling);
  await patiently(handling, () => endWork(db, work, [id]));
}

/** Begins one event. Waits until the process that began it before is dead or has ended it, but at most `WAIT_FOR_LIVING_MS`. */
async function deathsOf<Event extends PartitionEvent>(handling: Handling<Event>, id: string): Promise<number> {
  const { db, work, signal } = handling;
  const begin = (claimed: boolean) => patiently(handling, () => beginAlone(db, work, id, claimed));
  for (let waited = 0; ; waited += PAUSE_MS) {
    const deaths = await begin(waited >= WAIT_FOR_LIVING_MS);
    if (deaths !== undefined) return deaths;
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

/** Runs a statement on the records of begun events; retries it while the database is unavailable. */
async function patiently<Event extends PartitionEvent, Result>(
  { log, signal, goOn }: Handling<Event>,
  note: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    goOn();
    try {
      return await note();
    } catch (error) {
      if (!isDependencyUnavailable(error)) throw error;
      log.warn({ err: error }, 'events wait until they can be noted');
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
