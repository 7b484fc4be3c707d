import type { CallContext } from 'nice-grpc-common';
import { inCall, whileWanted } from '../batching/callSignal.ts';
import { metadataKeys, type Rpc } from './callContext.ts';
import { inCallSpan } from './callSpans.ts';

/** Answers to calls that come without a time limit end after this. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** Every method gives up, with its statements, when its caller does or when the time for it is over. */
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
  /** Aborted then, also when the network keeps the caller's own word from us, or when the caller is gone. */
  signal: AbortSignal;
  clear(): void;
}

/** The time that the caller gives a call. */
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
