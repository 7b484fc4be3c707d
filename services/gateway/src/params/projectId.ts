import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The project id in a path; a malformed one is not_found, without a call. */
export function projectIdOf({ projectId }: { projectId: string }): string {
  return existing(projectId);
}

/** Returns a project id in a request; undefined without one. A malformed id is not_found, without a call. */
export function projectNamed(projectId: string | null | undefined): string | undefined {
  return projectId == null ? undefined : existing(projectId);
}

function existing(projectId: string): string {
  if (!isId('proj', projectId)) throw notFound('project');
  return projectId;
}
