import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { type IdPrefix, isId } from '@rotamer/kit/ids.ts';
import type { CloseProjectRequest, ResourceGroup } from '@rotamer/proto/projects/v1/members.ts';
import { DeletionMode, type ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Closing } from './places.ts';

/** Most ids of one call: what the public API allows for one assignment. */
const MAX_IDS = 6 * 500;
const MAX_PROJECTS = 100;

/**
 * Returns the distinct ids of one type, sorted. Other types belong to other services, and texts that are not ids cannot
 * exist.
 *
 * @throws Fault `validation_error` for more than 3,000
 */
export function idsOf(groups: ResourceGroup[], type: ResourceType, prefix: IdPrefix): string[] {
  return distinctIds(
    'groups',
    groups.filter((group) => group.type === type).flatMap(({ ids }) => ids),
    prefix,
  );
}

/** Like `idsOf`, for a plain list. */
export function distinctIds(path: string, ids: string[], prefix: IdPrefix): string[] {
  if (ids.length > MAX_IDS) throw invalid(path, `must have at most ${MAX_IDS} ids`);
  return [...new Set(ids)].filter((id) => isId(prefix, id)).sort();
}

/** Returns the valid project ids. @throws Fault `validation_error` for more than 100 */
export function projectsOf(ids: string[]): string[] {
  if (ids.length > MAX_PROJECTS) throw invalid('project_ids', `must have at most ${MAX_PROJECTS} ids`);
  return ids.filter((id) => isId('proj', id));
}

interface Operation {
  seq: number;
  projectId?: string | undefined;
}

/** @throws Fault `validation_error` for an operation that projects never sends */
export function assertOperation({ seq, projectId }: Operation): void {
  if (!(seq > 0)) throw invalid('seq', 'must be above 0');
  if (projectId !== undefined && !isId('proj', projectId)) throw invalid('project_id', 'must be the id of a project');
}

const MODES = {
  [DeletionMode.MOVE]: 'move',
  [DeletionMode.UNASSIGN]: 'unassign',
  [DeletionMode.DELETE_CONTENTS]: 'delete_contents',
} as const;

/** Returns the closing that a request asks for. @throws Fault `validation_error` for a deletion that projects never sends */
export function closingOf(request: CloseProjectRequest): Closing {
  assertOperation(request);
  const { workspaceId, projectId, seq, targetProjectId } = request;
  const mode = (MODES as Partial<Record<DeletionMode, Closing['mode']>>)[request.mode];
  if (!mode) throw invalid('mode', 'must be one of the modes of a deletion');
  if ((mode === 'move') !== (targetProjectId !== undefined)) {
    throw invalid('target_project_id', 'belongs to the mode move, and to no other');
  }
  if (targetProjectId !== undefined && (!isId('proj', targetProjectId) || targetProjectId === projectId)) {
    throw invalid('target_project_id', 'must be the id of another project');
  }
  return { workspaceId, projectId, seq, mode, targetProjectId };
}

function invalid(path: string, message: string) {
  return validationFault([{ path, message }]);
}
