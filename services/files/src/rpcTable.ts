import { membersService } from '@rotamer/domain/membership/membersService.ts';
import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { deadLetterService } from '@rotamer/kit/service/deadLetterService.ts';
import { orphanService } from '@rotamer/kit/service/orphanService.ts';
import { parkedWork } from '@rotamer/kit/service/parkedWork.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from './deps.ts';
import { existingFiles } from './file/fileStore.ts';
import { abortUpload } from './rpc/abortUpload.ts';
import { beginUpload } from './rpc/beginUpload.ts';
import { change } from './rpc/change.ts';
import { createCollection } from './rpc/createCollection.ts';
import { deleteFile } from './rpc/delete.ts';
import { findUpload } from './rpc/findUpload.ts';
import { finishUpload } from './rpc/finishUpload.ts';
import { get } from './rpc/get.ts';
import { list } from './rpc/list.ts';
import { locate } from './rpc/locate.ts';
import { closeProject } from './rpc/members/closeProject.ts';
import { countMembers } from './rpc/members/countMembers.ts';
import { findMembers } from './rpc/members/findMembers.ts';
import { setProject } from './rpc/members/setProject.ts';
import { resolveInputs } from './rpc/resolveInputs.ts';

/** Returns the gRPC services of files, with the services that may call each method. */
export function rpcTable(deps: Deps): GrpcService[] {
  return [
    grpcService(
      FilesDefinition,
      {
        beginUpload: beginUpload(deps),
        finishUpload: finishUpload(deps),
        findUpload: findUpload(deps),
        abortUpload: abortUpload(deps),
        get: get(deps),
        locate: locate(deps),
        list: list(deps),
        change: change(deps),
        delete: deleteFile(deps),
        resolveInputs: resolveInputs(deps),
        createCollection: createCollection(deps),
      },
      {
        beginUpload: ['gateway'],
        finishUpload: ['gateway'],
        findUpload: ['gateway'],
        abortUpload: ['gateway'],
        get: ['gateway'],
        locate: ['gateway'],
        list: ['gateway'],
        change: ['gateway'],
        delete: ['gateway'],
        resolveInputs: ['jobs', 'workflows'],
        createCollection: ['operator'],
      },
    ),
    membersService({
      countMembers: countMembers(deps),
      findMembers: findMembers(deps),
      setProject: setProject(deps),
      closeProject: closeProject(deps),
    }),
    orphanService(deps, 'files', (ids) => existingFiles(deps.db, ids)),
    deadLetterService(parkedWork(deps.db, 'files'), ['gateway']),
  ];
}
