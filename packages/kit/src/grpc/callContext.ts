import type { Span } from '@opentelemetry/api';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { CallContext } from 'nice-grpc-common';
import type { Logger } from '../process/log.ts';
import { traceFields } from '../telemetry/traceparent.ts';

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

/** What an RPC handler knows of its call besides the request. */
export interface RpcContext extends CallContext {
  /** The calling service, as proved by its token. */
  peer: string;
  /** On whose behalf; empty fields when a service acts on its own. */
  caller: Caller;
  /** When the caller stops waiting, in milliseconds since the epoch by this process's clock. */
  deadlineMs: number;
  traceparent: string;
  /** The span of this call, when its trace is recorded. */
  span?: Span;
  /** Aborted when the server stops: long polls return at once. */
  draining: AbortSignal;
  /** Of the RPC; a line about one call has its ids too: `log.info({ ...callIds(context), … }, …)`. */
  log: Logger;
}

/** The request id and the trace of a call, for a line of its log. A child logger for each call would cost as much as a small answer. */
export function callIds({ caller, traceparent }: Pick<RpcContext, 'caller' | 'traceparent'>) {
  return { request_id: caller.requestId || undefined, ...traceFields(traceparent) };
}

/** The handler of one RPC. */
export type Rpc<Request, Response> = (request: Request, context: RpcContext) => Promise<Response>;

/**
 * The handler of an RPC with a stream of responses. It starts its work before it returns: the body of a generator would run
 * outside of the call, whose signal and span it could not see.
 */
export type StreamingRpc<Request, Response> = (request: Request, context: RpcContext) => AsyncIterable<Response>;

/** On whose behalf, how long and until when a call to another service is made. */
export interface CallScope {
  caller?: Caller;
  deadlineMs?: number;
  traceparent?: string;
  signal?: AbortSignal;
}

/** A call made while answering another: same caller, what is left of the time, aborted with it. */
export function scopeOf({ caller, deadlineMs, traceparent, signal }: RpcContext): CallScope {
  return { caller, deadlineMs, traceparent, signal };
}

/** The caller of a service acting on its own behalf. */
export const nobody: Caller = Caller.fromPartial({});
