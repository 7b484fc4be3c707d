import { isId } from '../ids.ts';
import type { Problem } from './fault.ts';

/** A problem unless a workspace can have this id. Its path is the option of the admin commands that name one. */
export function workspaceProblem(workspaceId: string): Problem | undefined {
  return isId('ws', workspaceId) ? undefined : { path: 'workspace', message: 'is not a workspace id' };
}
