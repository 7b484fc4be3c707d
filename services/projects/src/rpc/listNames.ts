import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListNamesRequest, ListNamesResponse } from '@rotamer/proto/projects/v1/projects.ts';
import type { Deps } from '../deps.ts';
import { readNames } from '../project/projectStore.ts';

const MAX_IDS = 10_000;

/** Returns the names of projects of the caller's workspace, also of deleted ones. */
export function listNames({ db }: Deps): Rpc<ListNamesRequest, ListNamesResponse> {
  return async ({ projectIds }, { caller }) => {
    if (projectIds.length > MAX_IDS)
      throw validationFault([{ path: 'project_ids', message: `must have at most ${MAX_IDS} ids` }]);
    return { projects: await readNames(db, caller.workspaceId, projectIds) };
  };
}
