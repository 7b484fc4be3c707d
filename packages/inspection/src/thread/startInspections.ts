import { MessageChannel, Worker } from 'node:worker_threads';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Begin } from './messages.ts';
import { type RunningInspection, runInspection } from './runInspection.ts';

/** Inspections that run beside the event loop, in one thread that they share. */
export interface Inspections {
  /** Begins to inspect a file of this name, whose bytes are then given as they arrive. */
  open(filename: string): RunningInspection;
  /** Ends the thread; what is still inspected is lost. */
  stop(): Promise<unknown>;
}

export interface InspectionsOptions {
  log: Logger;
  /** The thread's program. */
  program?: URL;
  /** How long the thread stays after its last file. */
  idleMs?: number;
  /** A thread that has bytes to read and says nothing for so long is ended. */
  silenceMs?: number;
}

/** What the thread may need besides the bytes, in MB; an inspection needs a few, its program some ten. */
const HEAP_MB = 128;

/** The thread is there from the first file until none has come for a while: who takes no uploads pays nothing. */
export function startInspections({
  log,
  program = new URL('worker.ts', import.meta.url),
  idleMs = 30_000,
  silenceMs = 30_000,
}: InspectionsOptions): Inspections {
  let thread: Worker | undefined;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(program, { name: 'inspection', resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    started.on('error', (error) => log.error({ err: error }, 'the thread that inspects files failed'));
    started.on('exit', () => forget(started));
    return started;
  }

  /** The next file gets a new thread. False: it does already. */
  function forget(old: Worker): boolean {
    if (thread !== old) return false;
    thread = undefined;
    return true;
  }

  function lose(lost: Worker): void {
    if (!forget(lost)) return;
    log.error('the thread that inspects files is lost, and its files with it');
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
