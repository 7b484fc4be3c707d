import { setTimeout as sleep } from 'node:timers/promises';
import { isDependencyUnavailable, isOutage } from '../errors/fault.ts';
import type { Logger } from '../process/log.ts';
import { durations } from '../telemetry/measures.ts';
import { activeTraceparent, inSpan, SpanKind } from '../telemetry/spans.ts';
import { countParked } from '../work/failedWork.ts';
import type { BusMessage, Consumer } from './bus.ts';

/** Delays between the tries of one message: 3.1 s in all, so that a poison message blocks its partition for under 5 s. */
export const RETRY_DELAYS_MS = [100, 500, 1_000, 1_500];

/** Delay between two tries while the handler's database or another service is unavailable. */
const OUTAGE_DELAY_MS = 1_500;

/** Most tries of a message whose handling always times out, for example after a statement of 15 s. Its partition waits meanwhile. */
export const MAX_SLOW_TRIES = 8;

/** How far consumers lag behind, in seconds. A new group that reads old events first begins in the last bucket. */
const delay = durations(
  'event_delay',
  'From the change that an event tells of to its handling',
  [0.01, 0.1, 0.5, 1, 5, 30, 60, 300, 3_600],
);

export interface DeliveryOptions {
  consumer: Consumer;
  /** Messages of other types are skipped. */
  types?: ReadonlySet<string>;
  signal: AbortSignal;
  log: Logger;
  /** Moves the message and its error to the dead-letter topic. */
  park: (message: BusMessage, error: string) => Promise<void>;
  retryDelaysMs?: number[];
  outageDelayMs?: number;
}

/**
 * Delivers one message to its consumer, and dead-letters it when it keeps failing. An outage of a dependency does not
 * dead-letter the message: the partition waits for the end of the outage. A timeout that a running database or service
 * enforced is not an outage: such tries are limited (`MAX_SLOW_TRIES`). Throws only when stopped or when dead-lettering fails.
 */
export async function deliver(message: BusMessage, options: DeliveryOptions): Promise<void> {
  const {
    consumer,
    types,
    signal,
    log,
    park,
    retryDelaysMs = RETRY_DELAYS_MS,
    outageDelayMs = OUTAGE_DELAY_MS,
  } = options;
  if (types && !types.has(message.type)) return;
  let failures = 0;
  let slowTries = 0;
  const pauseAfter = (error: unknown): number | undefined => {
    if (!isDependencyUnavailable(error)) return retryDelaysMs[failures++];
    return isOutage(error) || ++slowTries < MAX_SLOW_TRIES ? outageDelayMs : undefined;
  };
  for (;;) {
    try {
      await inSpan(`consume ${message.type}`, consumeSpan(message), () =>
        consumer({ ...message, traceparent: activeTraceparent() ?? message.traceparent }, signal),
      );
      return delay.record((Date.now() - message.occurredAt.getTime()) / 1_000, { type: message.type });
    } catch (error) {
      signal.throwIfAborted();
      const pauseMs = pauseAfter(error);
      const line = { err: error, event_id: message.eventId, type: message.type };
      if (pauseMs === undefined) {
        await park(message, error instanceof Error ? error.message : String(error));
        countParked(message.type);
        return log.error(line, 'event parked; see: npm run admin -- dlq list');
      }
      log.warn(line, 'event handler failed; retrying');
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Dead-letters a message during whose handling `deaths` processes ended. */
export async function parkDeadly(
  message: BusMessage,
  deaths: number,
  { park, log }: Pick<DeliveryOptions, 'park' | 'log'>,
): Promise<void> {
  const error = `${deaths} processes ended while they handled this event.`;
  await park(message, error);
  countParked(message.type);
  log.error({ event_id: message.eventId, type: message.type }, `event parked: ${error}`);
}

/** Returns span options that continue the trace of the change that published the event. */
function consumeSpan({ key, type, traceparent }: BusMessage) {
  const attributes = { 'messaging.operation.type': 'process', 'rotamer.entity': key, 'rotamer.event': type };
  return { kind: SpanKind.CONSUMER, attributes, traceparent };
}
