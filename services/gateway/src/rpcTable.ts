import type { RpcDeps } from '@rotamer/accounts/rpc/rpcDeps.ts';
import { rpcTable as accounts } from '@rotamer/accounts/rpcTable.ts';
import type { GrpcService } from '@rotamer/kit/grpc/server.ts';
import { type DeadLetters, deadLetterService } from '@rotamer/kit/service/deadLetterService.ts';

/** The gateway's gRPC services: accounts, and the dead letters of the bus, for operators only. */
export function rpcTable(deps: RpcDeps & { bus: DeadLetters }): GrpcService[] {
  return [...accounts(deps), deadLetterService(deps.bus)];
}
