import { onTestFinished } from 'vitest';
import { createGrpcClient, type GrpcClientOptions, type GrpcDefinition } from '../grpc/client.ts';
import { peerHash } from '../grpc/peers.ts';
import { type GrpcService, startGrpcServer } from '../grpc/server.ts';
import { quietLog } from './quietLog.ts';

const tokenOf = (service: string) => `the token of ${service}`;

/** Serves the RPCs of one service on a free port until the test has finished. Real clients with tokens call them. */
export async function serveRpcTable(services: GrpcService[]) {
  const callers = new Set(['runner', ...services.flatMap((one) => Object.values(one.callers).flat())]);
  const server = await startGrpcServer({
    listen: '127.0.0.1:0',
    callers: [...callers].map((name) => `${name}:${peerHash(tokenOf(name))}`).join(','),
    services,
    log: quietLog,
  });
  onTestFinished(() => server.stop());
  const address = `127.0.0.1:${server.port}`;

  return {
    address,
    stop: () => server.stop(),
    /** Returns a client of one of the services, authenticated as `service`. */
    ask<Definition extends GrpcDefinition>(
      definition: Definition,
      service: string,
      options: Partial<GrpcClientOptions> = {},
    ) {
      const usual = { address, service, token: tokenOf(service), timeoutMs: 20_000 };
      const { client, close } = createGrpcClient(definition, { ...usual, ...options });
      onTestFinished(close);
      return client;
    },
  };
}
