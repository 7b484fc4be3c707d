import type { CallContext } from 'nice-grpc-common';
import { inCall, whileWanted } from '../batching/callSignal.ts';
import { metadataKeys, type Rpc } from './callContext.ts';
import { inCallSpan } from './callSpans.ts';

/** Time limit of calls that come without one. */
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Binds every method to its call: it ends, with its statements, when the caller leaves or the time limit is reached.
 */
export function boundToTheirCalls(methods: object): object {
  const entries = Object.entries(methods).map(([name, method]: [string, Rpc<unknown, unknown>]) => {
    const bound: Rpc<unknown, unknown> = (request, context) =>
      inCallSpan(context.span, () =>
        inCall(context.signal, () => whileWanted(method(request, context), context.signal)),
      );
    return [name, bound];
  });
  return Object.fromEntries(entries);
}

export interface TimeLimit {
  /** When the caller stops waiting, by our own clock. */
  deadlineMs: number;
  /** Aborted then, also when the network loses the caller's cancellation, or when the caller is gone. */
  signal: AbortSignal;
  clear(): void;
}

/** The time limit that the caller has set for a call. */
export function limitTime({ metadata, signal: caller }: CallContext): TimeLimit {
  const timeoutMs = Number(metadata.get(metadataKeys.timeout) ?? DEFAULT_TIMEOUT_MS);
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, timeoutMs);
  caller.addEventListener('abort', end);
  return {
    deadlineMs: Date.now() + timeoutMs,
    signal: over.signal,
    clear() {
      clearTimeout(timer);
      caller.removeEventListener('abort', end);
    },
  };
}
