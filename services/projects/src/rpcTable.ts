import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { deadLetterService } from '@rotamer/kit/service/deadLetterService.ts';
import { parkedWork } from '@rotamer/kit/service/parkedWork.ts';
import { ProjectsDefinition } from '@rotamer/proto/projects/v1/projects.ts';
import type { Deps } from './deps.ts';
import { assign } from './rpc/assign.ts';
import { checkOpen } from './rpc/checkOpen.ts';
import { create } from './rpc/create.ts';
import { deleteProject } from './rpc/delete.ts';
import { get } from './rpc/get.ts';
import { getDeletion } from './rpc/getDeletion.ts';
import { list } from './rpc/list.ts';
import { listNames } from './rpc/listNames.ts';
import { registerResource } from './rpc/registerResource.ts';
import { retryDeletion } from './rpc/retryDeletion.ts';
import { update } from './rpc/update.ts';

const GATEWAY = ['gateway'] as const;

/** The RPCs of projects, and who may call each. */
export function rpcTable(deps: Deps): GrpcService[] {
  return [
    grpcService(
      ProjectsDefinition,
      {
        create: create(deps),
        get: get(deps),
        list: list(deps),
        listNames: listNames(deps),
        update: update(deps),
        checkOpen: checkOpen(deps),
        assign: assign(deps),
        delete: deleteProject(deps),
        getDeletion: getDeletion(deps),
        retryDeletion: retryDeletion(deps),
        registerResource: registerResource(deps),
      },
      {
        create: GATEWAY,
        get: GATEWAY,
        list: GATEWAY,
        listNames: GATEWAY,
        update: GATEWAY,
        checkOpen: GATEWAY,
        assign: GATEWAY,
        delete: GATEWAY,
        getDeletion: GATEWAY,
        retryDeletion: GATEWAY,
        // For applications outside of Rotamer's services; each will get its own name here.
        registerResource: ['operator'],
      },
    ),
    deadLetterService(parkedWork(deps.db, 'projects'), ['gateway']),
  ];
}
