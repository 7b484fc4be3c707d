import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { deadLetterService } from '@rotamer/kit/service/deadLetterService.ts';
import { AccessDefinition } from '@rotamer/proto/gateway/v1/access.ts';
import { createKey } from './rpc/createKey.ts';
import { createUser } from './rpc/createUser.ts';
import { listKeys } from './rpc/listKeys.ts';
import { listMembers } from './rpc/listMembers.ts';
import { removeMember } from './rpc/removeMember.ts';
import { revokeKey } from './rpc/revokeKey.ts';
import type { RpcDeps } from './rpc/rpcDeps.ts';
import { setRole } from './rpc/setRole.ts';

const operator = ['operator'];

/** The gateway's gRPC services: users, roles, keys and the dead letters of the bus, for operators only. */
export function rpcTable(deps: RpcDeps): GrpcService[] {
  return [
    grpcService(
      AccessDefinition,
      {
        createUser: createUser(deps),
        createKey: createKey(deps),
        revokeKey: revokeKey(deps),
        listMembers: listMembers(deps),
        setRole: setRole(deps),
        removeMember: removeMember(deps),
        listKeys: listKeys(deps),
      },
      {
        createUser: operator,
        createKey: operator,
        revokeKey: operator,
        listMembers: operator,
        setRole: operator,
        removeMember: operator,
        listKeys: operator,
      },
    ),
    deadLetterService(deps.bus),
  ];
}
