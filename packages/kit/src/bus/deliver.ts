import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../process/log.ts';
import { activeTraceparent, inSpan, SpanKind } from '../telemetry/spans.ts';
import type { BusMessage, Consumer } from './bus.ts';

/** Waits between the tries of one message: 3.1 s in all, so that a poison message stalls its partition below 5 s. */
export const RETRY_DELAYS_MS = [100, 500, 1_000, 1_500];

export interface DeliveryOptions {
  consumer: Consumer;
  signal: AbortSignal;
  log: Logger;
  /** Puts the message and why it failed where an operator finds it. */
  park: (message: BusMessage, error: string) => Promise<void>;
  retryDelaysMs?: number[];
}

/** Gives one message to its consumer; parks what keeps failing. Throws only when stopped or when parking fails. */
export async function deliver(message: BusMessage, options: DeliveryOptions): Promise<void> {
  const { consumer, signal, log, park, retryDelaysMs = RETRY_DELAYS_MS } = options;
  for (const delay of [...retryDelaysMs, undefined]) {
    try {
      return await inSpan(`consume ${message.type}`, consumeSpan(message), () =>
        consumer({ ...message, traceparent: activeTraceparent() ?? message.traceparent }, signal),
      );
    } catch (error) {
      signal.throwIfAborted();
      const line = { err: error, event_id: message.eventId, type: message.type };
      if (delay === undefined) {
        await park(message, error instanceof Error ? error.message : String(error));
        return log.error(line, 'event parked; see: npm run admin -- dlq list');
      }
      log.warn(line, 'event not handled; it is tried again');
      await sleep(delay, undefined, { signal });
    }
  }
}

/** In the trace of the change that is told of. */
function consumeSpan({ key, type, traceparent }: BusMessage) {
  const attributes = { 'messaging.operation.type': 'process', 'rotamer.entity': key, 'rotamer.event': type };
  return { kind: SpanKind.CONSUMER, attributes, traceparent };
}
