import type { Bus } from '@rotamer/kit/bus/bus.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import { type Job, JobEvent } from '@rotamer/proto/jobs/v1/job.ts';
import type { Jobs } from '../clients/clients.ts';

const TOPIC = 'jobs.events.v1';

/** How often watched jobs are read again: the delay when an event was lost. */
const REREAD_MS = 5_000;

/** Jobs read in one call. */
const BATCH = 500;

type Listener = (job: Job) => void;

/** Publishes changes of the jobs that are being watched. */
export interface JobHub {
  /** Calls back with every state received, in any order and possibly repeated; the returned function unsubscribes. */
  watch(jobId: string, listener: Listener): () => void;
  stop(): Promise<void>;
}

export interface JobHubOptions {
  bus: Bus;
  jobs: Pick<Jobs, 'getMany'>;
  log: Logger;
}

/** One tail of the bus for all streams of the process; watched jobs are also read again, in case events were missed. */
export async function startJobHub({ bus, jobs, log }: JobHubOptions): Promise<JobHub> {
  const watched = new Map<string, Set<Listener>>();

  const notify = (job: Job) => {
    for (const listener of watched.get(job.id) ?? []) listener(job);
  };

  const loop = startLoop({
    name: 'event hub',
    intervalMs: REREAD_MS,
    log,
    pass: async (signal) => {
      const ids = [...watched.keys()];
      while (ids.length > 0) {
        const answer = await jobs.getMany({ jobIds: ids.splice(0, BATCH) }, { signal });
        answer.jobs.forEach(notify);
        ids.push(...answer.postponedJobIds);
      }
    },
  });
  const tail = await bus.tail(
    TOPIC,
    ({ key, value }) => {
      // Most events are about jobs that are not watched here; those are not even parsed.
      if (!watched.has(key)) return;
      const { job } = JobEvent.decode(value);
      if (job) notify(job);
    },
    loop.wake,
  );

  return {
    watch(jobId, listener) {
      const listeners = watched.get(jobId) ?? new Set();
      watched.set(jobId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && watched.get(jobId) === listeners) watched.delete(jobId);
      };
    },
    stop: async () => {
      await tail.stop();
      await loop.stop();
    },
  };
}
