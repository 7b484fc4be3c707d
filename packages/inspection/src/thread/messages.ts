import type { MessagePort } from 'node:worker_threads';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Inspection } from '../inspection.ts';

/** Thrown when the thread of an inspection ended before the result. The cause may be another file of the same thread. */
export class Lost extends Fault {
  constructor() {
    super('service_unavailable', 'The file could not be inspected.', { retryAfterSeconds: 1 });
  }
}

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

/** Heartbeat interval of the thread, in milliseconds. */
const EVERY_MS = 100;

/** One shared integer, which each heartbeat of a thread increments. */
export type Heartbeats = Int32Array<SharedArrayBuffer>;

export function newHeartbeats(): Heartbeats {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Called in the thread: counts heartbeats for as long as its event loop turns. */
export function startHeartbeats(beats: Heartbeats): void {
  Atomics.add(beats, 0, 1);
  setInterval(() => Atomics.add(beats, 0, 1), EVERY_MS).unref();
}
