import type { Problem } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** Returns a problem unless this can be the id of a workspace. The path is the option of the admin commands that take the id. */
export function workspaceProblem(workspaceId: string): Problem | undefined {
  return isId('ws', workspaceId) ? undefined : { path: 'workspace', message: 'is not a workspace id' };
}
