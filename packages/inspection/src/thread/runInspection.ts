import type { MessagePort } from 'node:worker_threads';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Inspection } from '../inspection.ts';
import { BufferPool } from './bufferPool.ts';
import type { FromThread, ToThread } from './messages.ts';
import { Lost } from './messages.ts';

/** The inspection of a file whose bytes are still arriving. */
export interface RunningInspection {
  /**
   * Copies the next bytes, and resolves when there is room for more. Does nothing after a rejection.
   *
   * @throws the error with which `verdict` rejects
   */
  add(bytes: Uint8Array): Promise<void>;
  /** Signals the end of the bytes. */
  end(): void;
  /** Rejects with Lost when the thread has ended, with service_unavailable when the inspection was aborted. */
  verdict: Promise<Inspection>;
  /** Aborts the inspection, in the thread too. Does nothing after the verdict. */
  giveUp(): void;
}

/** Runs the inspection of one file in the thread. */
export function runInspection(port: MessagePort): RunningInspection {
  const memory = new BufferPool();
  const verdict = Promise.withResolvers<Inspection>();
  // The caller that stores the file may have failed earlier and not be listening.
  verdict.promise.catch(() => {});
  let running = true;
  let wake = () => {};

  // The port closes with its thread.
  port.on('close', () => running && finish(() => verdict.reject(new Lost())));
  port.on('message', (message: FromThread) => {
    if ('memory' in message) memory.release(message.memory);
    else if ('inspection' in message) finish(() => verdict.resolve(message.inspection));
    else finish(() => verdict.reject('noRoom' in message ? noRoom() : message.error));
    wake();
  });

  function finish(tell: () => void): void {
    running = false;
    port.close();
    tell();
    wake();
  }

  function send(message: ToThread | undefined): void {
    if (message) port.postMessage(message, message === 'end' ? [] : [message.buffer]);
  }

  return {
    async add(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (!running) return void (await verdict.promise);
        const taken = memory.fill(bytes.subarray(at));
        if (memory.isFull()) send(memory.take());
        if (taken === 0) await new Promise<void>((resolve) => (wake = resolve));
        at += taken;
      }
    },
    end() {
      if (!running) return;
      send(memory.take());
      send('end');
    },
    verdict: verdict.promise,
    giveUp() {
      if (running) finish(() => verdict.reject(givenUp()));
    },
  };
}

function noRoom(): Fault {
  return new Fault('service_unavailable', 'Too many archives are being inspected at the moment.', {
    retryAfterSeconds: 5,
  });
}

function givenUp(): Fault {
  return new Fault('service_unavailable', 'The inspection was aborted.', { retryAfterSeconds: 1 });
}
