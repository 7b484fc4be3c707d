import type { Bus } from '@rotamer/kit/bus/bus.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import { type Job, JobEvent } from '@rotamer/proto/jobs/v1/job.ts';
import type { JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';

const TOPIC = 'jobs.events.v1';

/** How often watched jobs are read again; the longest delay after a lost event. */
const REREAD_MS = 5_000;

/** Jobs read in one call. */
const BATCH = 500;

interface Listener {
  /** Called with a state of the job, in any order and possibly repeatedly. */
  changed(job: Job): void;
  /** Called when the job no longer exists. */
  gone(): void;
}

/** Publishes changes of the watched jobs. */
export interface JobHub {
  /** Watches a job. The returned function unsubscribes. */
  watch(jobId: string, listener: Listener): () => void;
  stop(): Promise<void>;
}

export interface JobHubOptions {
  bus: Bus;
  jobs: Pick<JobsClient<CallScope>, 'getMany'>;
  log: Logger;
}

/** One tail of the bus serves all streams of the process. Watched jobs are also read again, in case events were missed. */
export async function startJobHub({ bus, jobs, log }: JobHubOptions): Promise<JobHub> {
  const watched = new Map<string, Set<Listener>>();

  const notify = (job: Job) => {
    for (const listener of watched.get(job.id) ?? []) listener.changed(job);
  };

  // The job was deleted, and the event was missed.
  const sendGone = (id: string) => {
    for (const listener of watched.get(id) ?? []) listener.gone();
  };

  const loop = startLoop({
    name: 'event hub',
    intervalMs: REREAD_MS,
    log,
    pass: async (signal) => {
      const ids = [...watched.keys()];
      while (ids.length > 0) {
        const asked = ids.splice(0, BATCH);
        const answer = await jobs.getMany({ jobIds: asked }, { signal });
        answer.jobs.forEach(notify);
        ids.push(...answer.postponedJobIds);
        const there = new Set([...answer.jobs.map(({ id }) => id), ...answer.postponedJobIds]);
        for (const id of asked) if (!there.has(id)) sendGone(id);
      }
    },
  });
  const tail = await bus.tail(
    TOPIC,
    ({ key, value }) => {
      // Most events are about jobs that are not watched here, so these events are not even parsed.
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
