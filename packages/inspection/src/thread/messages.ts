import type { MessagePort } from 'node:worker_threads';
import type { Inspection } from '../inspection.ts';
import type { Heartbeats } from './heartbeats.ts';

/** Starts an inspection in the thread; all further messages use its port. */
export interface Begin {
  filename: string;
  workspaceId: string;
  port: MessagePort;
}

/** The thread's start parameters. */
export interface WorkerData {
  /** Most disk space that archives may use at a time, in bytes. */
  spoolBytes: number;
  heartbeats: Heartbeats;
}

/** The next bytes, in a transferred buffer, or the end. */
export type ToThread = Uint8Array<ArrayBuffer> | 'end';

/** A buffer is returned once it has been read; the last message is the result of the inspection. */
export type FromThread = { memory: ArrayBuffer } | { inspection: Inspection } | { noRoom: true } | { error: unknown };
