import { ChannelCredentials } from '@grpc/grpc-js';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { isAbortError } from 'abort-controller-x';
import { type Client, type CompatServiceDefinition, createChannel, createClientFactory } from 'nice-grpc';
import { type RetryOptions, retryMiddleware } from 'nice-grpc-client-middleware-retry';
import { type CallOptions, ClientError, type ClientMiddlewareCall, Metadata, Status } from 'nice-grpc-common';
import { Fault } from '../fault.ts';
import { type CallScope, metadataKeys } from './callContext.ts';
import { faultFromTrailer } from './faultTrailer.ts';
import { MAX_MESSAGE_BYTES } from './server.ts';

export interface GrpcClientOptions {
  /** `host:port`, or several separated by commas; a DNS name may stand for many addresses. */
  address: string;
  /** Name and token of the calling service. */
  service: string;
  token: string;
  /** Longest time for one call, when the scope leaves more. */
  timeoutMs?: number;
  /** Only the gateway retries, so that one failure is not multiplied at every hop. */
  retry?: boolean;
}

/** What a call adds to its request: `billing.getWorkspace({ id }, { caller, deadlineMs })`. */
export type ScopedCall = CallScope & RetryOptions;

/** A client whose calls carry identity, caller and time limit, and throw Faults. */
export function createGrpcClient<Definition extends CompatServiceDefinition>(
  definition: Definition,
  options: GrpcClientOptions,
): { client: Client<Definition, ScopedCall>; close: () => void } {
  const channel = createChannel(target(options.address), ChannelCredentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
  });
  const retry: RetryOptions = {
    retry: options.retry,
    retryMaxAttempts: 3,
    retryBaseDelayMs: 50,
    retryableStatuses: [Status.UNAVAILABLE],
  };
  const client = createClientFactory()
    // The first is the innermost: every attempt has its own time limit; faults are made of what is left after retries.
    .use(scoped(options))
    .use(retryMiddleware)
    .use(faultsOf)
    .create(definition, channel, { '*': retry } as never);
  return { client: client as Client<Definition, ScopedCall>, close: () => channel.close() };
}

const DEFAULT_TIMEOUT_MS = 5_000;

/** Time that the caller keeps for itself, so that it can still say which neighbour was too slow. */
const MARGIN_MS = 50;

function scoped({ service, token, timeoutMs = DEFAULT_TIMEOUT_MS }: GrpcClientOptions) {
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
      .set(metadataKeys.timeout, String(left));
    if (caller) metadata.set(metadataKeys.caller, Caller.encode(caller).finish());
    if (traceparent) metadata.set(metadataKeys.traceparent, traceparent);
    const timeout = AbortSignal.timeout(left);
    try {
      return yield* call.next(call.request as Request & AsyncIterable<Request>, {
        ...rest,
        metadata,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch (error) {
      if (isAbortError(error) && timeout.aborted && !signal?.aborted) throw tooSlow(call.method.path);
      throw error;
    }
  };
}

const tooSlow = (path: string) => new ClientError(path, Status.DEADLINE_EXCEEDED, 'No answer in time');

/** The outermost layer: whatever the other side or the network said becomes a Fault. */
async function* faultsOf<Request, Response>(
  call: ClientMiddlewareCall<Request, Response>,
  options: CallOptions,
): AsyncGenerator<Awaited<Response>, Awaited<Response> | undefined, undefined> {
  let trailer: Metadata | undefined;
  try {
    return yield* call.next(call.request as Request & AsyncIterable<Request>, {
      ...options,
      onTrailer: (received) => {
        trailer = received;
        options.onTrailer?.(received);
      },
    }) as AsyncGenerator<Awaited<Response>, Awaited<Response> | undefined, undefined>;
  } catch (error) {
    if (isAbortError(error)) throw error;
    throw faultFromTrailer(trailer) ?? neighbourFault(error);
  }
}

function neighbourFault(error: unknown): Fault {
  const away = error instanceof ClientError && [Status.UNAVAILABLE, Status.DEADLINE_EXCEEDED].includes(error.code);
  if (!away) return new Fault('internal_error', 'Something went wrong on our side.', { cause: error });
  return new Fault('service_unavailable', 'A part of the service is not answering.', {
    retryAfterSeconds: 2,
    cause: error,
  });
}

/** One address or DNS name as it is; several IP addresses as grpc-js wants them. */
function target(address: string): string {
  const addresses = address.split(',').map((part) => part.trim());
  return addresses.length > 1 ? `ipv4:${addresses.join(',')}` : `dns:${addresses[0]}`;
}
