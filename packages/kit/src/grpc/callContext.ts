import type { Span } from '@opentelemetry/api';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { CallContext } from 'nice-grpc-common';
import type { Logger } from '../process/log.ts';
import { traceFields } from '../telemetry/spans.ts';

/** Metadata keys sent with every call. */
export const metadataKeys = {
  /** Name of the calling service. */
  service: 'rotamer-service',
  /** Its token. */
  token: 'rotamer-token',
  /** The Caller message. */
  caller: 'rotamer-caller-bin',
  /** Milliseconds left for this call; relative, so that clocks need not agree. */
  timeout: 'rotamer-timeout-ms',
  traceparent: 'traceparent',
} as const;

/** What an RPC handler knows about its call besides the request. */
export interface RpcContext extends CallContext {
  /** The calling service, authenticated by its token. */
  peer: string;
  /** The user on whose behalf the call is made; empty fields when a service acts for itself. */
  caller: Caller;
  /** When the caller stops waiting, in milliseconds since the epoch by this process's clock. */
  deadlineMs: number;
  traceparent: string;
  /** The span of this call, when its trace is recorded. */
  span?: Span;
  /** Aborted when the server stops: long polls return at once. */
  draining: AbortSignal;
  /** The logger of the RPC. Add the ids of the call to a line: `log.info({ ...callIds(context), … }, …)`. */
  log: Logger;
}

/**
 * Returns the request id and the trace of a call, for a log line. A child logger for each call would cost as much as a
 * small response.
 */
export function callIds({ caller, traceparent }: Pick<RpcContext, 'caller' | 'traceparent'>) {
  return { request_id: caller.requestId || undefined, ...traceFields(traceparent) };
}

/** The handler of one RPC. */
export type Rpc<Request, Response> = (request: Request, context: RpcContext) => Promise<Response>;

/**
 * The handler of an RPC with a stream of responses. The handler starts its work before it returns: the body of a generator
 * would run outside of the call, without access to the signal and the span of the call.
 */
export type StreamingRpc<Request, Response> = (request: Request, context: RpcContext) => AsyncIterable<Response>;

/** The caller, the deadline, the trace and the signal of a call to another service. */
export interface CallScope {
  caller?: Caller;
  deadlineMs?: number;
  traceparent?: string;
  signal?: AbortSignal;
}

/** Returns the scope of a call made while handling another: same caller, the remaining time, and the same signal. */
export function scopeOf({ caller, deadlineMs, traceparent, signal }: RpcContext): CallScope {
  return { caller, deadlineMs, traceparent, signal };
}

/** The caller of a service that acts for itself. */
export const nobody: Caller = Caller.fromPartial({});
