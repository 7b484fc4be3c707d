import type { Bus, BusMessage } from '@rotamer/kit/bus/bus.ts';
import { type Job, JobEvent } from '@rotamer/proto/jobs/v1/job.ts';

/** A bus that only tails. The test sends its events. */
export interface TestBus extends Pick<Bus, 'tail'> {
  tell(job: Job): void;
  /** Tells that the feed of a workspace has new events. */
  advance(workspaceId: string): void;
  gap(): void;
}

export function testBus(): TestBus {
  const tails: { topic: string; listener: (message: BusMessage) => void; onGap: () => void }[] = [];
  function send(topic: string, key: string, value: Uint8Array): void {
    const message = { key, eventId: '', type: '', occurredAt: new Date(0), traceparent: '', value };
    for (const tail of tails) if (tail.topic === topic) tail.listener(message);
  }
  return {
    tail: async (topic, listener, onGap) => {
      tails.push({ topic, listener, onGap });
      return { stop: async () => {} };
    },
    tell: (job) => send('jobs.events.v1', job.id, JobEvent.encode(JobEvent.fromPartial({ job })).finish()),
    advance: (workspaceId) => send('notifications.events.v1', workspaceId, new Uint8Array()),
    gap() {
      for (const { onGap } of tails) onGap();
    },
  };
}
