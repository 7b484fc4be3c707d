import type { Bus, BusMessage } from '@rotamer/kit/bus/bus.ts';
import { type Job, JobEvent } from '@rotamer/proto/jobs/v1/job.ts';

/** A bus that only tails. The test sends its events. */
export interface TestBus extends Pick<Bus, 'tail'> {
  tell(job: Job): void;
  gap(): void;
}

export function testBus(): TestBus {
  const tails: { listener: (message: BusMessage) => void; onGap: () => void }[] = [];
  return {
    tail: async (_topic, listener, onGap) => {
      tails.push({ listener, onGap });
      return { stop: async () => {} };
    },
    tell(job) {
      const value = JobEvent.encode(JobEvent.fromPartial({ job })).finish();
      const message = { key: job.id, eventId: '', type: '', occurredAt: new Date(0), traceparent: '', value };
      for (const { listener } of tails) listener(message);
    },
    gap() {
      for (const { onGap } of tails) onGap();
    },
  };
}
