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
import { boundToTheirCalls, limitTime, type TimeLimit } from './timeLimit.ts';
import { type GrpcTls, grpcTlsOf, serverCredentials } from './tls.ts';

/** Names of the services that may call each method; whoever is not named is refused. */
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

/** Puts the three parts of a service together, with types that forget no method. */
export function grpcService<Definition extends TsProtoServiceDefinition>(
  definition: Definition,
  methods: ServiceImplementation<Definition, Omit<RpcContext, keyof CallContext>>,
  callers: Callers<Definition>,
): GrpcService {
  return { definition, methods, callers };
}

export interface GrpcServerOptions {
  /** `host:port`; port 0 takes a free one. */
  listen: string;
  /** `ROTAMER_CALLERS`. */
  callers: string;
  services: GrpcService[];
  log: Logger;
  /** How long calls in hand may go on after `stop`; shorter than a process's patience (25 s, run.ts). */
  graceMs?: number;
  /** By default what the environment of the process says (`ROTAMER_GRPC_TLS_*`). */
  tls?: GrpcTls;
}

const GRACE_MS = 10_000;

/** Serves RPCs: proves the calling service, checks it against the method's callers, and renders faults. */
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
    const timeLimit = limitTime(context);
    const watched = watch(path, context.metadata.get(metadataKeys.traceparent) ?? '');
    let failure: unknown;
    try {
      const peer = provePeer(context);
      if (!allowed.get(path)?.includes(peer)) throw new Fault('forbidden', `${peer} may not call ${path}.`);
      const rpcContext = readContext(context, peer, timeLimit, draining.signal, requestLog, watched);
      requestLog = rpcContext.log;
      return yield* call.next(call.request as Request & AsyncIterable<Request>, rpcContext);
    } catch (error) {
      failure = error;
      if (error instanceof ServerError) throw error;
      // The caller is gone and hears nothing any more.
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

  function provePeer(context: CallContext): string {
    const name = context.metadata.get(metadataKeys.service) ?? '';
    if (!isPeer(peers, name, context.metadata.get(metadataKeys.token) ?? '')) {
      throw new ServerError(Status.UNAUTHENTICATED, 'Unknown service or wrong token.');
    }
    return name;
  }

  const server = createServer({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // A caller whose host vanished must not hold up stopping.
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
  });
  // Health answers probes, which carry no token.
  server.add(HealthDefinition, HealthServiceImpl());
  for (const { definition, methods } of services) {
    server.with(serve).add(definition, boundToTheirCalls(methods) as never);
  }
  const port = await server.listen(listen, tls && (await serverCredentials(tls)));
  log.info({ port, tls: tls !== undefined }, 'serving gRPC');
  return {
    port,
    /** Refuses new calls, lets those in hand finish, and cuts off what is still there after `graceMs`. */
    stop: async () => {
      draining.abort();
      const finished = new AbortController();
      const patience = sleep(graceMs, undefined, { signal: finished.signal }).then(
        () => {
          log.warn({ grace_ms: graceMs }, 'cutting off calls that do not end');
          server.forceShutdown();
        },
        () => {},
      );
      // The first alone may never come: a connection that says nothing is no session and cannot be cut off.
      await Promise.race([server.shutdown(), patience]);
      finished.abort();
    },
  };
}

/** The one line about a call, or one request of many in a call, that ended with a fault; `started` by performance.now(). */
export function logFault(log: Logger, fault: Fault, started: number): void {
  const line = { code: fault.code, ms: Math.round(performance.now() - started) };
  if (errorTable[fault.code].http >= 500) log.error({ ...line, err: fault.cause ?? fault }, 'call failed');
  else log.debug({ ...line, err: fault.cause }, 'call refused');
}

/** The lines about those of many requests that failed, one for each cause that they have in common. */
export function logFaults(log: Logger, verdicts: unknown[], started: number): void {
  for (const verdict of new Set(verdicts)) if (verdict instanceof Error) logFault(log, toFault(verdict), started);
}

const stopping = () =>
  new Fault('service_unavailable', 'A part of the service is being restarted.', { retryAfterSeconds: 1 });

const tooSlow = () =>
  new Fault('service_unavailable', 'A part of the service did not answer in time.', { retryAfterSeconds: 2 });

function readContext(
  context: CallContext,
  peer: string,
  { deadlineMs, signal }: TimeLimit,
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
