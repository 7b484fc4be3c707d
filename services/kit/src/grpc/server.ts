import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { isAbortError } from 'abort-controller-x';
import { createServer, type ServiceImplementation, type TsProtoServiceDefinition } from 'nice-grpc';
import { type CallContext, ServerError, type ServerMiddlewareCall, Status } from 'nice-grpc-common';
import { HealthDefinition, HealthServiceImpl } from 'nice-grpc-server-health';
import { Fault, toFault } from '../fault.ts';
import type { Logger } from '../log.ts';
import { metadataKeys, type RpcContext } from './callContext.ts';
import { faultToStatus } from './faultTrailer.ts';
import { isPeer, parsePeers } from './peers.ts';

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
}

/** Answers to calls that come without a time limit end after this. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** Serves RPCs: proves the calling service, checks it against the method's callers, and renders faults. */
export async function startGrpcServer({ listen, callers, services, log }: GrpcServerOptions) {
  const peers = parsePeers(callers);
  const draining = new AbortController();
  const allowed = new Map<string, readonly string[]>();
  for (const { definition, callers: perMethod } of services) {
    for (const [name, method] of Object.entries(definition.methods)) {
      allowed.set(`/${definition.fullName}/${method.name}`, perMethod[name] ?? []);
    }
  }

  async function* serve<Request, Response>(call: ServerMiddlewareCall<Request, Response>, context: CallContext) {
    const started = performance.now();
    const path = call.method.path;
    const requestLog = log.child({ rpc: path });
    try {
      const peer = provePeer(context);
      if (!allowed.get(path)?.includes(peer)) throw new Fault('forbidden', `${peer} may not call ${path}.`);
      const rpcContext = readContext(context, peer, draining.signal, requestLog);
      return yield* call.next(call.request as Request & AsyncIterable<Request>, rpcContext);
    } catch (error) {
      if (isAbortError(error) || error instanceof ServerError) throw error;
      const fault = toFault(error);
      const line = { code: fault.code, ms: Math.round(performance.now() - started), err: fault.cause };
      if (fault.code === 'internal_error') requestLog.error(line, 'call failed');
      else requestLog.debug(line, 'call refused');
      throw faultToStatus(fault, context.trailer);
    }
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
  });
  // Health answers probes, which carry no token.
  server.add(HealthDefinition, HealthServiceImpl());
  for (const { definition, methods } of services) server.with(serve).add(definition, methods as never);
  const port = await server.listen(listen);
  log.info({ port }, 'serving gRPC');
  return {
    port,
    stop: async () => {
      draining.abort();
      await server.shutdown();
    },
  };
}

/** Larger than a submission of 512 KiB of JSON, smaller than anything that should travel by reference. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

function readContext(context: CallContext, peer: string, draining: AbortSignal, log: Logger): RpcContext {
  const bytes = context.metadata.get(metadataKeys.caller);
  const caller = bytes ? Caller.decode(bytes) : Caller.fromPartial({});
  const timeoutMs = Number(context.metadata.get(metadataKeys.timeout) ?? DEFAULT_TIMEOUT_MS);
  return Object.assign(context, {
    peer,
    caller,
    deadlineMs: Date.now() + timeoutMs,
    traceparent: context.metadata.get(metadataKeys.traceparent) ?? '',
    draining,
    log: caller.requestId ? log.child({ request_id: caller.requestId }) : log,
  });
}
