/** A connection that receives nothing for this long has failed, in milliseconds. */
const STALL_MS = 60_000;

/** Ends a connection on which nothing arrives any more. */
export interface StallGuard {
  /** Aborted when nothing arrived for 60 s, and when the caller's signal is. */
  signal: AbortSignal;
  /** Something has arrived. */
  received(): void;
  /** Ends the connection, if it is still open. */
  end(): void;
}

/** Starts to watch a connection once `received` was called for the first time: opening it has a time limit already. */
export function stallGuard(signal: AbortSignal | undefined): StallGuard {
  const stalled = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal,
    received: () => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(new Error('nothing came')), STALL_MS);
    },
    end: () => {
      clearTimeout(timer);
      stalled.abort();
    },
  };
}

/** Returns whether an error is local, such as a full disk or a read-only folder, where another attempt does not help. */
export function isLocal(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && ['open', 'write', 'fsync', 'rename', 'mkdir'].includes(syscall ?? '');
}
