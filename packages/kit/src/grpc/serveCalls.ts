import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { isAbortError } from 'abort-controller-x';
import {
  type CallContext,
  ServerError,
  type ServerMiddleware,
  type ServerMiddlewareCall,
  Status,
} from 'nice-grpc-common';
import { errorTable } from '../errors/errorTable.ts';
import { Fault, toFault, tooSlow } from '../errors/fault.ts';
import type { Logger } from '../process/log.ts';
import { callIds, metadataKeys, type RpcContext } from './callContext.ts';
import { type CallSpan, watchServerCalls } from './callSpans.ts';
import { faultToStatus } from './faultTrailer.ts';
import { isPeer, type Peers } from './peers.ts';
import { refuseUnreadable } from './readableRequests.ts';
import { limitTime, timeLimitOf } from './timeLimit.ts';

export interface ServeCallsOptions {
  peers: Peers;
  /** Names of the services that may call each method, by its path. */
  allowed: ReadonlyMap<string, readonly string[]>;
  /** Aborted when the process is stopping. */
  draining: AbortSignal;
  log: Logger;
}

/** Handles what all calls have in common: who calls, whether they may, how long it may take, and how it fails. */
export function serveCalls({ peers, allowed, draining, log }: ServeCallsOptions): ServerMiddleware {
  const watch = watchServerCalls();
  const rpcLogs = new Map<string, Logger>();
  const rpcLogOf = (path: string) => {
    const rpcLog = rpcLogs.get(path) ?? log.child({ rpc: path });
    rpcLogs.set(path, rpcLog);
    return rpcLog;
  };

  return async function* serve<Request, Response>(call: ServerMiddlewareCall<Request, Response>, context: CallContext) {
    const started = performance.now();
    const path = call.method.path;
    const rpcLog = rpcLogOf(path);
    let rpcContext: RpcContext | undefined;
    const caller = context.signal;
    const timeoutMs = timeLimitOf(context);
    const deadlineMs = Date.now() + timeoutMs;
    // Ends also when the network loses the caller's cancellation.
    const timeLimit = limitTime(timeoutMs, caller);
    const watched = watch(path, context.metadata.get(metadataKeys.traceparent) ?? '');
    let failure: unknown;
    try {
      const peer = authenticate(context, peers);
      if (!allowed.get(path)?.includes(peer)) throw new Fault('forbidden', `${peer} may not call ${path}.`);
      refuseUnreadable(call.request);
      rpcContext = readContext(context, peer, { deadlineMs, signal: timeLimit.signal }, draining, rpcLog, watched);
      return yield* call.next(call.request as Request & AsyncIterable<Request>, rpcContext);
    } catch (error) {
      failure = error;
      if (error instanceof ServerError) throw error;
      // The caller has left, so nobody receives the error.
      if (isAbortError(error) && caller.aborted) throw error;
      const fault = isAbortError(error) ? abortFault(error, timeLimit.signal, draining) : toFault(error);
      logFault(rpcLog, fault, started, rpcContext && callIds(rpcContext));
      failure = faultToStatus(fault, context.trailer);
      throw failure;
    } finally {
      watched.end(failure);
      timeLimit.clear();
    }
  };
}

function abortFault(error: unknown, call: AbortSignal, draining: AbortSignal): Fault {
  if (call.aborted) return tooSlow();
  return draining.aborted ? stopping() : toFault(error);
}

function authenticate(context: CallContext, peers: Peers): string {
  const name = context.metadata.get(metadataKeys.service) ?? '';
  if (!isPeer(peers, name, context.metadata.get(metadataKeys.token) ?? '')) {
    throw new ServerError(Status.UNAUTHENTICATED, 'Unknown service or wrong token.');
  }
  return name;
}

const stopping = () => new Fault('service_unavailable', 'The service is restarting.', { retryAfterSeconds: 1 });

function readContext(
  context: CallContext,
  peer: string,
  { deadlineMs, signal }: Pick<RpcContext, 'deadlineMs' | 'signal'>,
  draining: AbortSignal,
  log: Logger,
  { span, traceparent }: CallSpan,
): RpcContext {
  const bytes = context.metadata.get(metadataKeys.caller);
  const caller = bytes ? Caller.decode(bytes) : Caller.fromPartial({});
  span?.setAttributes({ 'rotamer.peer': peer, 'workspace.id': caller.workspaceId || undefined });
  return Object.assign(context, { peer, caller, deadlineMs, signal, traceparent, span, draining, log });
}

/**
 * Logs a call, or one request of a batch call, that ended with a fault. `started` is a time of performance.now(),
 * `ids` those of the call.
 */
export function logFault(log: Logger, fault: Fault, started: number, ids: object = {}): void {
  const line = { ...ids, code: fault.code, ms: Math.round(performance.now() - started) };
  if (errorTable[fault.code].http >= 500) log.error({ ...line, err: fault.cause ?? fault }, 'call failed');
  else log.debug({ ...line, err: fault.cause }, 'call rejected');
}

/** Logs the failed requests of a batch call, one line for each distinct error. */
export function logFaults(log: Logger, verdicts: unknown[], started: number): void {
  for (const verdict of new Set(verdicts)) if (verdict instanceof Error) logFault(log, toFault(verdict), started);
}
