import { AccessDefinition, type AccessServiceImplementation } from '@rotamer/proto/gateway/v1/access.ts';
import type { CallContext } from 'nice-grpc-common';
import { onTestFinished } from 'vitest';
import type { RpcContext } from '../grpc/callContext.ts';
import { createGrpcClient, type GrpcClientOptions } from '../grpc/client.ts';
import { peerHash } from '../grpc/peers.ts';
import { type GrpcServerOptions, grpcService, startGrpcServer } from '../grpc/server.ts';
import { quietLog } from './quietLog.ts';

type Methods = AccessServiceImplementation<Omit<RpcContext, keyof CallContext>>;

export const ADMIN_TOKEN = 'the token of admin';
export const RUNNER_TOKEN = 'the token of runner';

/**
 * Starts a real server with the smallest service there is. `admin` may call every method, `runner` none. RevokeKey is
 * idempotent, CreateUser and CreateKey are not.
 */
export async function startAccess(methods: Partial<Methods>, options: Partial<GrpcServerOptions> = {}) {
  const unused = async () => {
    throw new Error('not a part of this test');
  };
  const names = Object.keys(AccessDefinition.methods) as (keyof typeof AccessDefinition.methods)[];
  const each = <Value>(value: Value) =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<(typeof names)[number], Value>;
  const callers = each(['admin']);
  const all: Methods = { ...each(unused), ...methods };
  const server = await startGrpcServer({
    listen: '127.0.0.1:0',
    callers: `admin:${peerHash(ADMIN_TOKEN)},runner:${peerHash(RUNNER_TOKEN)}`,
    services: [grpcService(AccessDefinition, all, callers)],
    log: quietLog,
    graceMs: 1_000,
    ...options,
  });
  onTestFinished(server.stop);
  return { ...server, address: `127.0.0.1:${server.port}` };
}

/** Returns a client of the server, authenticated as `admin` by default. */
export function accessClient(address: string, options: Partial<GrpcClientOptions> = {}) {
  const { client, close } = createGrpcClient(AccessDefinition, {
    address,
    service: 'admin',
    token: ADMIN_TOKEN,
    ...options,
  });
  onTestFinished(close);
  return client;
}

/** Returns the value that a promise was rejected with. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it was not rejected');
    },
    (error) => error,
  );
}
