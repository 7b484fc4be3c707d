import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Inspection } from '../inspection.ts';
import { inspectAlone } from './inspectAlone.ts';
import { Lost } from './messages.ts';
import type { RunningInspection } from './runInspection.ts';
import { type InspectionThread, startThread } from './startThread.ts';
import { createTurns } from './turns.ts';
import type { Silence } from './watchThread.ts';

/** Inspections that run off the event loop, in one shared thread. */
export interface Inspections {
  /** Starts to inspect a file of this name. Its bytes are then added as they arrive. */
  open(filename: string, workspaceId: string): RunningInspection;
  /**
   * Inspects a file again, in a separate thread, after its inspection was lost. If this file caused the loss, it cannot
   * disturb other files there. One file of a workspace at a time, and two of all workspaces.
   *
   * @throws service_unavailable when this thread is lost too, without the file's fault; errors of `bytes`
   */
  again(filename: string, workspaceId: string, bytes: () => AsyncIterable<Uint8Array>): Promise<Inspection>;
  /** Ends the threads; running inspections fail. */
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
  /** A thread whose event loop stands still for longer is terminated. */
  silence?: Silence;
}

/** Most files that are inspected in separate threads at a time. */
const ALONE = 2;

/**
 * Creates the inspections. The thread is started with the first file and ended after a while without files, so that an
 * idle gateway needs no memory for it.
 */
export function startInspections({
  log,
  program = new URL('worker.ts', import.meta.url),
  idleMs = 30_000,
  spoolBytes = 1024 ** 3,
  silence = { processorMs: 2_000, wallMs: 20_000 },
}: InspectionsOptions): Inspections {
  const options = { log, program, spoolBytes, silence };
  const turns = createTurns();
  const stopping = new AbortController();
  let thread: InspectionThread | undefined;
  let running = 0;
  let alone = 0;
  let idle: NodeJS.Timeout | undefined;

  /** Drops the thread, so that the next file gets a new one. */
  function forget(old: InspectionThread): void {
    if (thread === old) thread = undefined;
  }

  function start(): InspectionThread {
    const started: InspectionThread = startThread(options, () => forget(started));
    return started;
  }

  async function end(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.stop();
  }

  function closed(): void {
    running--;
    if (running === 0) idle = setTimeout(end, idleMs).unref();
  }

  return {
    open(filename, workspaceId) {
      clearTimeout(idle);
      running++;
      thread ??= start();
      const reader = thread;
      const inspection = reader.open(filename, workspaceId);
      // Ports close before their thread reports its end.
      void inspection.verdict.catch((error) => error instanceof Lost && forget(reader)).finally(closed);
      return inspection;
    },
    async again(filename, workspaceId, bytes) {
      const endOwn = await turns.take(workspaceId);
      // One of two queues, in round-robin order. Their keys differ from the workspace ids that are the keys of the queue above.
      const endAlone = await turns.take(`alone ${alone++ % ALONE}`);
      try {
        return await inspectAlone(options, filename, bytes, stopping.signal);
      } finally {
        endAlone();
        endOwn();
      }
    },
    async stop() {
      stopping.abort();
      await end();
    },
  };
}
