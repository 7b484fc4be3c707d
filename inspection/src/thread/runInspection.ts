import type { MessagePort } from 'node:worker_threads';
import { Fault } from '@rotamer/kit/fault.ts';
import type { Inspection } from '../inspection.ts';
import type { FromThread, ToThread } from './messages.ts';

/** The inspection of a file whose bytes are still arriving. */
export interface RunningInspection {
  /**
   * Takes a copy of the next bytes, and resolves when there is room for more. What was refused takes nothing more.
   *
   * @throws what `verdict` rejects with
   */
  add(bytes: Uint8Array): Promise<void>;
  /** There are no more bytes. */
  end(): void;
  /** Rejects with service_unavailable when the thread has ended or the inspection was given up. */
  verdict: Promise<Inspection>;
  /** Ends it in the thread too. After the verdict it does nothing. */
  giveUp(): void;
}

/** Bytes go to the thread in memory of this size, which is lent and comes back: nothing piles up as garbage. */
const PIECE_BYTES = 256 * 1024;

/** As many as let one be filled while the thread reads the others; together 1 MiB for each upload. */
const PIECES = 4;

/**
 * Speaks with the thread about one file. `onLost` is called when the thread ends before it has told a verdict, or is
 * silent for `silenceMs` although it has bytes to read.
 */
export function runInspection(port: MessagePort, silenceMs: number, onLost: () => void): RunningInspection {
  const verdict = Promise.withResolvers<Inspection>();
  // Whoever stores the file may have failed before and not be listening.
  verdict.promise.catch(() => {});
  const free = Array.from({ length: PIECES }, () => new Uint8Array(PIECE_BYTES));
  let piece: Uint8Array<ArrayBuffer> | undefined;
  let filled = 0;
  /** Messages that the thread has not answered. */
  let unanswered = 0;
  let running = true;
  let wake = () => {};

  const silence = setTimeout(() => unanswered > 0 && lose(), silenceMs).unref();
  port.on('message', (message: FromThread) => {
    silence.refresh();
    unanswered--;
    if ('memory' in message) free.push(new Uint8Array(message.memory));
    else if ('inspection' in message) finish(() => verdict.resolve(message.inspection));
    else finish(() => verdict.reject(message.error));
    wake();
  });
  port.on('close', lose);

  function lose(): void {
    if (!running) return;
    finish(() => verdict.reject(lost()));
    onLost();
  }

  function finish(tell: () => void): void {
    running = false;
    clearTimeout(silence);
    port.close();
    tell();
    wake();
  }

  function send(message: ToThread, lent: ArrayBuffer[]): void {
    silence.refresh();
    unanswered++;
    port.postMessage(message, lent);
  }

  function sendPiece(): void {
    if (piece) send(piece.subarray(0, filled), [piece.buffer]);
    piece = undefined;
    filled = 0;
  }

  return {
    async add(bytes) {
      for (let at = 0; at < bytes.length; ) {
        while (running && !piece) {
          piece = free.pop();
          if (!piece) await new Promise<void>((resolve) => (wake = resolve));
        }
        if (!running || !piece) return void (await verdict.promise);
        const part = bytes.subarray(at, at + PIECE_BYTES - filled);
        piece.set(part, filled);
        at += part.length;
        filled += part.length;
        if (filled === PIECE_BYTES) sendPiece();
      }
    },
    end() {
      if (!running) return;
      sendPiece();
      send('end', []);
    },
    verdict: verdict.promise,
    giveUp() {
      if (running) finish(() => verdict.reject(lost()));
    },
  };
}

function lost(): Fault {
  return new Fault('service_unavailable', 'The file could not be inspected.', { retryAfterSeconds: 1 });
}
