import type { ChannelOptions } from '@grpc/grpc-js';
import { ChannelCredentials } from '@grpc/grpc-js';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { isAbortError } from 'abort-controller-x';
import {
  type Channel,
  type Client,
  createChannel,
  createClientFactory,
  type TsProtoServiceDefinition,
} from 'nice-grpc';
import { type CallOptions, ClientError, type ClientMiddlewareCall, Metadata, Status } from 'nice-grpc-common';
import { dependencyUnavailable, Fault, toFault } from '../errors/fault.ts';
import { type CallScope, metadataKeys } from './callContext.ts';
import { watchClientCalls } from './callSpans.ts';
import { MAX_MESSAGE_BYTES } from './encodedBytes.ts';
import { faultFromTrailer } from './faultTrailer.ts';
import { patientRoundRobin } from './patientRoundRobin.ts';
import { limitTime } from './timeLimit.ts';
import { channelCredentials, type GrpcTls, grpcTlsOf } from './tls.ts';

/** A generated service definition. */
export type GrpcDefinition = TsProtoServiceDefinition;

export interface GrpcClientOptions {
  /** `host:port`, or several separated by commas; a DNS name may resolve to many addresses. */
  address: string;
  /** Name and token of the calling service. */
  service: string;
  token: string;
  /** Longest time for one call, even when the scope allows more. */
  timeoutMs?: number;
  /** Whether failed calls are retried. Only the gateway retries, so that one failure is not multiplied at every hop. */
  retry?: boolean;
  /** How long calls wait for the next connection after the last one was lost. */
  patienceMs?: number;
  /** By default from the environment of the process (`ROTAMER_GRPC_TLS_*`). */
  tls?: GrpcTls;
}

/** Long enough to find the next replica when the only one stops, and for a crashed one to restart. */
const PATIENCE_MS = 2_000;

/** Creates a client whose calls carry identity, caller and time limit, and throw Faults. */
export function createGrpcClient<Definition extends TsProtoServiceDefinition>(
  definition: Definition,
  options: GrpcClientOptions,
): { client: Client<Definition, CallScope>; close: () => void } {
  const { address, patienceMs = PATIENCE_MS, tls = grpcTlsOf(process.env) } = options;
  const credentials = tls ? channelCredentials(tls) : ChannelCredentials.createInsecure();
  const channel = openChannel(target(address), credentials, {
    'grpc.service_config': JSON.stringify({
      loadBalancingConfig: [patientRoundRobin(patienceMs)],
      ...(options.retry ? retriesOf(definition) : {}),
    }),
    // Ignores service configs in DNS.
    'grpc.service_config_disable_resolution': 1,
    // Requests of any allowed size can be retried.
    'grpc.per_rpc_retry_buffer_size': MAX_MESSAGE_BYTES,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // Detects a vanished host before the next call does. Our servers (grpc-js) do not limit pings.
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    // Replicas come and go. After a lost connection their name is looked up again at once: not only after 30 s, and before the
    // last retry.
    'grpc.dns_min_time_between_resolutions_ms': 100,
  });
  const client = createClientFactory()
    // The first is the innermost.
    .use(scoped(options))
    .use(faultsOf)
    .create(definition, channel);
  return { client: client as Client<Definition, CallScope>, close: () => channel.close() };
}

/**
 * Returns the retry policy of methods that the proto marks idempotent, throttled while most calls fail
 * (https://github.com/grpc/proposal/blob/master/A6-client-retries.md). grpc-js retries other methods only when they never
 * reached a handler.
 */
function retriesOf({ fullName: service, methods }: TsProtoServiceDefinition): object {
  const idempotent = Object.values(methods).filter(({ options }) => options.idempotencyLevel !== undefined);
  const retryPolicy = {
    maxAttempts: 4,
    initialBackoff: '0.05s',
    maxBackoff: '1s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  return {
    retryThrottling: { maxTokens: 10, tokenRatio: 0.1 },
    methodConfig: [{ name: idempotent.map(({ name: method }) => ({ service, method })), retryPolicy }],
  };
}

const DEFAULT_TIMEOUT_MS = 5_000;

/** Time that the caller reserves for itself, so that it can still report which service was too slow. */
const MARGIN_MS = 50;

/**
 * Returns a little less time than the call has. A running server then reports itself that it was too slow; a silent
 * server counts as unavailable.
 */
const timeoutOfServer = (leftMs: number) => Math.max(leftMs - MARGIN_MS, Math.ceil(leftMs / 2));

function scoped({ service, token, timeoutMs = DEFAULT_TIMEOUT_MS }: GrpcClientOptions) {
  const watch = watchClientCalls();
  return async function* callWith<Request, Response>(
    call: ClientMiddlewareCall<Request, Response>,
    { caller, deadlineMs, traceparent, signal, ...rest }: CallOptions & CallScope,
  ) {
    const untilDeadline = deadlineMs === undefined ? timeoutMs : deadlineMs - Date.now() - MARGIN_MS;
    const left = Math.floor(Math.min(timeoutMs, untilDeadline));
    if (left <= 0) throw tooSlow(call.method.path);
    const metadata = Metadata(rest.metadata)
      .set(metadataKeys.service, service)
      .set(metadataKeys.token, token)
      .set(metadataKeys.timeout, String(timeoutOfServer(left)));
    if (caller) metadata.set(metadataKeys.caller, Caller.encode(caller).finish());
    const watched = watch(call.method.path, traceparent ?? '');
    if (watched.traceparent) metadata.set(metadataKeys.traceparent, watched.traceparent);
    const timeLimit = limitTime(left, signal);
    let trailer: Metadata | undefined;
    let failure: unknown;
    try {
      return yield* call.next(call.request as Request & AsyncIterable<Request>, {
        ...rest,
        metadata,
        signal: timeLimit.signal,
        onTrailer: (received) => {
          trailer = received;
          rest.onTrailer?.(received);
        },
      });
    } catch (caught) {
      // A stream ends with its own AbortError, not with the reason of the signal.
      const error = timeLimit.isOver() && isAbortError(caught) ? tooSlow(call.method.path) : caught;
      failure = error;
      if (!(error instanceof ClientError)) throw error;
      error.cause = faultFromTrailer(trailer);
      throw error;
    } finally {
      timeLimit.clear();
      watched.end(failure);
    }
  };
}

/**
 * Status codes that mean unavailable. CANCELLED comes from a server that is cut off during a call; our own
 * cancellation is an AbortError.
 */
const UNAVAILABLE = [Status.UNAVAILABLE, Status.DEADLINE_EXCEEDED, Status.CANCELLED];

const tooSlow = (path: string) => new ClientError(path, Status.DEADLINE_EXCEEDED, 'deadline exceeded');

/** The outermost middleware. It turns every error of the server or the network into a Fault. */
async function* faultsOf<Request, Response>(
  call: ClientMiddlewareCall<Request, Response>,
  options: CallOptions,
): AsyncGenerator<Awaited<Response>, Awaited<Response> | undefined, undefined> {
  try {
    return yield* call.next(call.request as Request & AsyncIterable<Request>, options) as AsyncGenerator<
      Awaited<Response>,
      Awaited<Response> | undefined,
      undefined
    >;
  } catch (error) {
    if (error instanceof ClientError) throw error.cause instanceof Fault ? error.cause : toClientFault(error);
    // An abort by the caller is rethrown with its reason.
    if (options.signal?.aborted) throw error;
    throw toFault(error);
  }
}

function toClientFault(error: ClientError): Fault {
  return UNAVAILABLE.includes(error.code) ? dependencyUnavailable(error) : toFault(error);
}

/** Returns the target for grpc-js: one address or DNS name, or a list of IP addresses. */
function target(address: string): string {
  const addresses = address.split(',').map((part) => part.trim());
  return addresses.length > 1 ? `ipv4:${addresses.join(',')}` : `dns:${addresses[0]}`;
}

/**
 * Opens a channel to a service. Calls between services never use an HTTP proxy, also when `grpc_proxy`, `https_proxy` or
 * `http_proxy` is set: those name the way out of the network, and the proxy may not know our services.
 */
export function openChannel(address: string, credentials?: ChannelCredentials, options?: ChannelOptions): Channel {
  return createChannel(address, credentials, { ...options, 'grpc.enable_http_proxy': 0 });
}
