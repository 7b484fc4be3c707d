import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Server, type ServiceImplementation, type TsProtoServiceDefinition } from 'nice-grpc';
import type { CallContext } from 'nice-grpc-common';
import { HealthDefinition, HealthServiceImpl } from 'nice-grpc-server-health';
import type { Logger } from '../process/log.ts';
import type { RpcContext } from './callContext.ts';
import { MAX_MESSAGE_BYTES } from './encodedBytes.ts';
import { parsePeers } from './peers.ts';
import { withReadableRequests } from './readableRequests.ts';
import { serveCalls } from './serveCalls.ts';
import { boundToTheirCalls } from './timeLimit.ts';
import { type GrpcTls, grpcTlsOf, serverCredentials } from './tls.ts';

/** Names of the services that may call each method; all others are rejected. */
export type Callers<Definition extends TsProtoServiceDefinition> = Record<
  keyof Definition['methods'],
  readonly string[]
>;

/** One gRPC service: its generated definition, an implementation of every method, and the callers of each. */
export interface GrpcService {
  definition: TsProtoServiceDefinition;
  methods: object;
  callers: Record<string, readonly string[]>;
}

/** Combines the three parts of a service. The types require every method. */
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
  /** How long running calls may continue after `stop`; shorter than the drain timeout of a process (25 s, run.ts). */
  graceMs?: number;
  /** By default from the environment of the process (`ROTAMER_GRPC_TLS_*`). */
  tls?: GrpcTls;
}

const GRACE_MS = 10_000;

/** Longer than any call. grpc-js varies it by a tenth, so that callers do not all reconnect at once. */
const MAX_CONNECTION_AGE_MS = 60_000;

/** Serves RPCs: authenticates the calling service, checks it against the method's callers, and renders faults. */
export async function startGrpcServer(options: GrpcServerOptions) {
  const { listen, callers, services, log, graceMs = GRACE_MS, tls = grpcTlsOf(process.env) } = options;
  const peers = parsePeers(callers);
  const draining = new AbortController();
  const serve = serveCalls({ peers, allowed: allowedCallers(services), draining: draining.signal, log });
  const server = createServer({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // A caller whose host has vanished must not delay the shutdown.
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    // Callers look up replicas when they connect, so a new replica gets its share of calls within this time.
    'grpc.max_connection_age_ms': MAX_CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': MAX_CONNECTION_AGE_MS,
  });
  // Health probes carry no token.
  server.add(HealthDefinition, HealthServiceImpl());
  for (const { definition, methods } of services) {
    server.with(serve).add(withReadableRequests(definition), boundToTheirCalls(methods) as never);
  }
  const port = await server.listen(listen, tls && (await serverCredentials(tls)));
  log.info({ port, tls: tls !== undefined }, 'serving gRPC');
  return {
    port,
    /** Rejects new calls, lets running ones finish, and cancels those left after `graceMs`. */
    stop: async () => {
      draining.abort();
      await shutDown(server, graceMs, log);
    },
  };
}

/** Returns the services that may call each method, by its path. */
function allowedCallers(services: GrpcService[]): Map<string, readonly string[]> {
  const allowed = new Map<string, readonly string[]>();
  for (const { definition, callers } of services) {
    for (const [name, method] of Object.entries(definition.methods))
      allowed.set(`/${definition.fullName}/${method.name}`, callers[name] ?? []);
  }
  return allowed;
}

async function shutDown(server: Server, graceMs: number, log: Logger): Promise<void> {
  const finished = new AbortController();
  const patience = sleep(graceMs, undefined, { signal: finished.signal }).then(
    () => {
      log.warn({ grace_ms: graceMs }, 'cancelling calls that did not finish in time');
      server.forceShutdown();
    },
    () => {},
  );
  // `shutdown` by itself may never resolve: a silent connection has no HTTP/2 session that could be shut down.
  await Promise.race([server.shutdown(), patience]);
  finished.abort();
}
