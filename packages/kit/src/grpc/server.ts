import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { isAbortError } from 'abort-controller-x';
import { createServer, type ServiceImplementation, type TsProtoServiceDefinition } from 'nice-grpc';
import { type CallContext, ServerError, type ServerMiddlewareCall, Status } from 'nice-grpc-common';
import { HealthDefinition, HealthServiceImpl } from 'nice-grpc-server-health';
import { errorTable } from '../errors/errorTable.ts';
import { Fault, toFault } from '../errors/fault.ts';
import type { Logger } from '../process/log.ts';
import { traceFields } from '../telemetry/traceparent.ts';
import { metadataKeys, type RpcContext } from './callContext.ts';
import { type CallSpan, watchServerCalls } from './callSpans.ts';
import { faultToStatus } from './faultTrailer.ts';
import { MAX_MESSAGE_BYTES } from './maxMessageBytes.ts';
import { isPeer, parsePeers } from './peers.ts';
import { boundToTheirCalls, limitTime, timeLimitOf } from './timeLimit.ts';
import { type GrpcTls, grpcTlsOf, serverCredentials } from './tls.ts';

/** Names of the services that may call each method; all others are rejected. */
export type Callers<Definition extends TsProtoServiceDefinition> = Record<
  keyof Definition['methods'],
  readonly string[]
>;

/** One gRPC service: its generated definition, an implementation of every method, and who may call each. */
export interface GrpcService {
  definition: TsProtoServiceDefinition;
  methods: object;
  callers: Record<string, readonly string[]>;
}

/** Combines the three parts of a service; the types require every method. */
export function grpcService<Definition extends TsProtoServiceDefinition>(
  definition: Definition,
  methods: ServiceImplementation<Definition, Omit<RpcContext, keyof CallContext>>,
  callers: Callers<Definition>,
): GrpcService {
  return { definition, methods, callers };
}

export interface GrpcServerOptions {
  /** `host:port`; port 0 picks a free one. */
  listen: string;
  /** `ROTAMER_CALLERS`. */
  callers: string;
  services: GrpcService[];
  log: Logger;
  /** How long running calls may go on after `stop`; shorter than the drain timeout of a process (25 s, run.ts). */
  graceMs?: number;
  /** By default from the environment of the process (`ROTAMER_GRPC_TLS_*`). */
  tls?: GrpcTls;
}

const GRACE_MS = 10_000;

/** Longer than any call. grpc-js spreads it by a tenth, so that callers do not all come back at once. */
const MAX_CONNECTION_AGE_MS = 60_000;

/** Serves RPCs: authenticates the calling service, checks it against the method's callers, and renders faults. */
export async function startGrpcServer(options: GrpcServerOptions) {
  const { listen, callers, services, log, graceMs = GRACE_MS, tls = grpcTlsOf(process.env) } = options;
  const peers = parsePeers(callers);
  const draining = new AbortController();
  const watch = watchServerCalls();
  const allowed = new Map<string, readonly string[]>();
  for (const { definition, callers: perMethod } of services) {
    for (const [name, method] of Object.entries(definition.methods)) {
      allowed.set(`/${definition.fullName}/${method.name}`, perMethod[name] ?? []);
    }
  }

  async function* serve<Request, Response>(call: ServerMiddlewareCall<Request, Response>, context: CallContext) {
    const started = performance.now();
    const path = call.method.path;
    let requestLog = log.child({ rpc: path });
    const caller = context.signal;
    const timeoutMs = timeLimitOf(context);
    const deadlineMs = Date.now() + timeoutMs;
    // Also ends when the network loses the caller's cancellation.
    const timeLimit = limitTime(timeoutMs, caller);
    const watched = watch(path, context.metadata.get(metadataKeys.traceparent) ?? '');
    let failure: unknown;
    try {
      const peer = authenticate(context);
      if (!allowed.get(path)?.includes(peer)) throw new Fault('forbidden', `${peer} may not call ${path}.`);
      const rpcContext = readContext(
        context,
        peer,
        { deadlineMs, signal: timeLimit.signal },
        draining.signal,
        requestLog,
        watched,
      );
      requestLog = rpcContext.log;
      return yield* call.next(call.request as Request & AsyncIterable<Request>, rpcContext);
    } catch (error) {
      failure = error;
      if (error instanceof ServerError) throw error;
      // The caller is gone; nobody receives the error.
      if (isAbortError(error) && caller.aborted) throw error;
      const fault = isAbortError(error) ? abortFault(timeLimit.signal, error) : toFault(error);
      logFault(requestLog, fault, started);
      failure = faultToStatus(fault, context.trailer);
      throw failure;
    } finally {
      watched.end(failure);
      timeLimit.clear();
    }
  }

  function abortFault(call: AbortSignal, error: unknown): Fault {
    if (call.aborted) return tooSlow();
    return draining.signal.aborted ? stopping() : toFault(error);
  }

  function authenticate(context: CallContext): string {
    const name = context.metadata.get(metadataKeys.service) ?? '';
    if (!isPeer(peers, name, context.metadata.get(metadataKeys.token) ?? '')) {
      throw new ServerError(Status.UNAUTHENTICATED, 'Unknown service or wrong token.');
    }
    return name;
  }

  const server = createServer({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // A caller whose host has vanished must not delay the shutdown.
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    // Callers look replicas up when they connect, so a new one gets its share of calls within this time.
    'grpc.max_connection_age_ms': MAX_CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': MAX_CONNECTION_AGE_MS,
  });
  // Health probes carry no token.
  server.add(HealthDefinition, HealthServiceImpl());
  for (const { definition, methods } of services) {
    server.with(serve).add(definition, boundToTheirCalls(methods) as never);
  }
  const port = await server.listen(listen, tls && (await serverCredentials(tls)));
  log.info({ port, tls: tls !== undefined }, 'serving gRPC');
  return {
    port,
    /** Rejects new calls, lets running ones finish, and cancels those left after `graceMs`. */
    stop: async () => {
      draining.abort();
      const finished = new AbortController();
      const patience = sleep(graceMs, undefined, { signal: finished.signal }).then(
        () => {
          log.warn({ grace_ms: graceMs }, 'cancelling calls that did not finish in time');
          server.forceShutdown();
        },
        () => {},
      );
      // The first alone may never resolve: a silent connection is no HTTP/2 session and cannot be shut down.
      await Promise.race([server.shutdown(), patience]);
      finished.abort();
    },
  };
}

/** Logs a call, or one request of a batch call, that ended with a fault; `started` by performance.now(). */
export function logFault(log: Logger, fault: Fault, started: number): void {
  const line = { code: fault.code, ms: Math.round(performance.now() - started) };
  if (errorTable[fault.code].http >= 500) log.error({ ...line, err: fault.cause ?? fault }, 'call failed');
  else log.debug({ ...line, err: fault.cause }, 'call rejected');
}

/** Logs the failed requests of a batch call, one line for each distinct error. */
export function logFaults(log: Logger, verdicts: unknown[], started: number): void {
  for (const verdict of new Set(verdicts)) if (verdict instanceof Error) logFault(log, toFault(verdict), started);
}

const stopping = () => new Fault('service_unavailable', 'The service is restarting.', { retryAfterSeconds: 1 });

const tooSlow = () =>
  new Fault('service_unavailable', 'The service did not respond in time.', { retryAfterSeconds: 2 });

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
  return Object.assign(context, {
    peer,
    caller,
    deadlineMs,
    signal,
    traceparent,
    span,
    draining,
    rpcLog: log,
    log: log.child({ request_id: caller.requestId || undefined, ...traceFields(traceparent) }),
  });
}
