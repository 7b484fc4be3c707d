import { MessageChannel, Worker } from 'node:worker_threads';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Begin, WorkerData } from './messages.ts';
import { newHeartbeats } from './messages.ts';
import { type RunningInspection, runInspection } from './runInspection.ts';
import { type Silence, watchThread } from './watchThread.ts';

/** Heap limit of the thread, in MB. An inspection needs a few MB, the program about ten. */
const HEAP_MB = 128;

export interface ThreadOptions {
  log: Logger;
  /** The thread's program. */
  program: URL;
  /** Disk space for all spooled archives of the thread together, in bytes. */
  spoolBytes: number;
  /** A thread whose event loop stands still for longer is terminated. */
  silence: Silence;
}

export interface InspectionThread {
  open(filename: string, workspaceId: string): RunningInspection;
  /** Returns whether the thread has ended because its files computed for too long or needed too much memory. */
  wasSpent(): boolean;
  stop(): Promise<unknown>;
}

/** Starts a thread that inspects files. `onEnd` is called once, when the thread has ended or is terminated for its silence. */
export function startThread({ log, program, spoolBytes, silence }: ThreadOptions, onEnd: () => void): InspectionThread {
  const heartbeats = newHeartbeats();
  const thread = new Worker(program, {
    name: 'inspection',
    workerData: { spoolBytes, heartbeats } satisfies WorkerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let spent = false;
  const watch = watchThread(thread, heartbeats, silence, (computed) => {
    log.error({ computed }, 'inspection thread stands still; its files are inspected again one by one');
    spent = computed;
    onEnd();
    void thread.terminate();
  });
  thread.on('error', (error: NodeJS.ErrnoException) => {
    log.error({ err: error }, 'inspection thread failed; its files are inspected again one by one');
    spent ||= error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  });
  thread.on('exit', () => {
    watch.end();
    onEnd();
  });
  return {
    open(filename, workspaceId) {
      const { port1, port2 } = new MessageChannel();
      thread.postMessage({ filename, workspaceId, port: port2 } satisfies Begin, [port2]);
      return runInspection(port1);
    },
    wasSpent: () => spent,
    stop: () => thread.terminate(),
  };
}
