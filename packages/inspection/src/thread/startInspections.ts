import { MessageChannel, Worker } from 'node:worker_threads';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Begin, WorkerData } from './messages.ts';
import { type RunningInspection, runInspection } from './runInspection.ts';

/** Inspections that run off the event loop, in one shared thread. */
export interface Inspections {
  /** Starts to inspect a file of this name, whose bytes are then added as they arrive. */
  open(filename: string): RunningInspection;
  /** Ends the thread; running inspections fail. */
  stop(): Promise<unknown>;
}

export interface InspectionsOptions {
  log: Logger;
  /** The thread's program. */
  program?: URL;
  /** How long the thread is kept after its last file. */
  idleMs?: number;
  /** Disk space for all spooled archives together, in bytes. */
  spoolBytes?: number;
  /** A thread that has bytes to read and does not respond for this long is terminated. */
  silenceMs?: number;
}

/** Heap limit of the thread, in MB; an inspection needs a few, the program some ten. */
const HEAP_MB = 128;

/**
 * The thread is started with the first file and ended after a while without files: an idle gateway needs no memory for
 * it.
 */
export function startInspections({
  log,
  program = new URL('worker.ts', import.meta.url),
  idleMs = 30_000,
  spoolBytes = 1024 ** 3,
  silenceMs = 30_000,
}: InspectionsOptions): Inspections {
  let thread: Worker | undefined;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(program, {
      name: 'inspection',
      workerData: { spoolBytes } satisfies WorkerData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    started.on('error', (error) => log.error({ err: error }, 'inspection thread failed'));
    started.on('exit', () => forget(started));
    return started;
  }

  /** The next file gets a new thread. False if that is already so. */
  function forget(old: Worker): boolean {
    if (thread !== old) return false;
    thread = undefined;
    return true;
  }

  function lose(lost: Worker): void {
    if (!forget(lost)) return;
    log.error('inspection thread lost; its inspections fail');
    void lost.terminate();
  }

  async function end(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  function closed(): void {
    running--;
    if (running === 0) idle = setTimeout(end, idleMs).unref();
  }

  return {
    open(filename) {
      clearTimeout(idle);
      running++;
      thread ??= start();
      const reader = thread;
      const { port1, port2 } = new MessageChannel();
      const inspection = runInspection(port1, silenceMs, () => lose(reader));
      void inspection.verdict.then(closed, closed);
      reader.postMessage({ filename, port: port2 } satisfies Begin, [port2]);
      return inspection;
    },
    stop: end,
  };
}
