import { beginCommand } from '@rotamer/accounts/rpc/beginCommand.ts';
import { createKey } from '@rotamer/accounts/rpc/createKey.ts';
import { createLoginLink } from '@rotamer/accounts/rpc/createLoginLink.ts';
import { createUser } from '@rotamer/accounts/rpc/createUser.ts';
import { endCommand } from '@rotamer/accounts/rpc/endCommand.ts';
import { listAuditEntries } from '@rotamer/accounts/rpc/listAuditEntries.ts';
import { listKeys } from '@rotamer/accounts/rpc/listKeys.ts';
import { listMembers } from '@rotamer/accounts/rpc/listMembers.ts';
import { listUsers } from '@rotamer/accounts/rpc/listUsers.ts';
import { removeMember } from '@rotamer/accounts/rpc/removeMember.ts';
import { revokeKey } from '@rotamer/accounts/rpc/revokeKey.ts';
import type { RpcDeps } from '@rotamer/accounts/rpc/rpcDeps.ts';
import { setRole } from '@rotamer/accounts/rpc/setRole.ts';
import { verifyChains } from '@rotamer/accounts/rpc/verifyChains.ts';
import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { deadLetterService } from '@rotamer/kit/service/deadLetterService.ts';
import { AccessDefinition } from '@rotamer/proto/gateway/v1/access.ts';
import { AuditLogDefinition } from '@rotamer/proto/gateway/v1/audit.ts';

const operator = ['operator'];

/** The gateway's gRPC services: users, roles, keys, the audit log and the dead letters of the bus, for operators only. */
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
    deadLetterService(deps.bus),
  ];
}
