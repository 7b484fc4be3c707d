import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { AccessDefinition } from '@rotamer/proto/gateway/v1/access.ts';
import { AuditLogDefinition } from '@rotamer/proto/gateway/v1/audit.ts';
import { beginCommand } from './rpc/beginCommand.ts';
import { createKey } from './rpc/createKey.ts';
import { createLoginLink } from './rpc/createLoginLink.ts';
import { createUser } from './rpc/createUser.ts';
import { endCommand } from './rpc/endCommand.ts';
import { listAuditEntries } from './rpc/listAuditEntries.ts';
import { listKeys } from './rpc/listKeys.ts';
import { listMembers } from './rpc/listMembers.ts';
import { listUsers } from './rpc/listUsers.ts';
import { removeMember } from './rpc/removeMember.ts';
import { revokeKey } from './rpc/revokeKey.ts';
import type { RpcDeps } from './rpc/rpcDeps.ts';
import { setRole } from './rpc/setRole.ts';
import { verifyChains } from './rpc/verifyChains.ts';

const operator = ['operator'];

/** The gRPC services about users, roles, keys and the audit log, for operators only. */
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
        listUsers: listUsers(deps),
        createLoginLink: createLoginLink(deps),
      },
      {
        createUser: operator,
        createKey: operator,
        revokeKey: operator,
        listMembers: operator,
        setRole: operator,
        removeMember: operator,
        listKeys: operator,
        listUsers: operator,
        createLoginLink: operator,
      },
    ),
    grpcService(
      AuditLogDefinition,
      {
        beginCommand: beginCommand(deps),
        endCommand: endCommand(deps),
        verifyChains: verifyChains(deps),
        listAuditEntries: listAuditEntries(deps),
      },
      { beginCommand: operator, endCommand: operator, verifyChains: operator, listAuditEntries: operator },
    ),
  ];
}
