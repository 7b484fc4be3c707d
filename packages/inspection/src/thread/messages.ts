import type { MessagePort } from 'node:worker_threads';
import type { Inspection } from '../inspection.ts';

/** Begins an inspection in the thread; everything else about it goes over its port. */
export interface Begin {
  filename: string;
  port: MessagePort;
}

/** The next bytes, in memory that is lent, or their end. */
export type ToThread = Uint8Array<ArrayBuffer> | 'end';

/** Memory comes back when its bytes have been read; the last message is what came of the inspection. */
export type FromThread = { memory: ArrayBuffer } | { inspection: Inspection } | { error: unknown };
