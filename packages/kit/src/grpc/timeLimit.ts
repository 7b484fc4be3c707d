import type { CallContext } from 'nice-grpc-common';
import { inCall, whileWanted } from '../process/callSignal.ts';
import { metadataKeys, type Rpc, type RpcContext, type StreamingRpc } from './callContext.ts';
import { inCallSpan } from './callSpans.ts';

/** Time limit of calls that arrive without one. */
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Binds every method to its call: the method ends, with its statements, when the caller leaves or the time limit is
 * reached.
 */
export function boundToTheirCalls(methods: object): object {
  const entries = Object.entries(methods).map(([name, method]: [string, Method]) => {
    const bound = (request: unknown, context: RpcContext) =>
      inCallSpan(context.span, () =>
        inCall(context.signal, () => {
          const answer = method(request, context);
          // A stream ends with its call anyway.
          return Symbol.asyncIterator in answer ? answer : whileWanted(answer, context.signal);
        }),
      );
    return [name, bound];
  });
  return Object.fromEntries(entries);
}

type Method = Rpc<unknown, unknown> | StreamingRpc<unknown, unknown>;

export interface TimeLimit {
  /** Aborted when the time is over, or with the caller's signal and its reason. */
  signal: AbortSignal;
  /** Returns whether the time limit ended the call. */
  isOver(): boolean;
  clear(): void;
}

/**
 * Ends a call after this time, or when its caller stops waiting. Call `clear` when the call ends: `AbortSignal.timeout`
 * would go on, and would create an error with a stack for calls that ended seconds ago.
 */
export function limitTime(ms: number, caller?: AbortSignal): TimeLimit {
  const limit = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = !limit.signal.aborted;
    limit.abort();
  }, ms);
  const end = () => limit.abort(caller?.reason);
  if (caller?.aborted) end();
  else caller?.addEventListener('abort', end);
  return {
    signal: limit.signal,
    isOver: () => over,
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', end);
    },
  };
}

/** Returns the time limit in milliseconds that the caller has set for a call. */
export function timeLimitOf({ metadata }: CallContext): number {
  return Number(metadata.get(metadataKeys.timeout) ?? DEFAULT_TIMEOUT_MS);
}
