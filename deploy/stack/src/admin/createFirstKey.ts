import { keyCreate, userCreate } from './accessCommands.ts';
import type { Clients } from './clients.ts';
import { workspaceCreate } from './workspaceCommands.ts';

/** The first workspace to create in a stack or cluster. */
export interface FirstWorkspace {
  workspace: string;
  plan: string;
  credits: string;
  email: string;
  /** Scopes of the key, separated by commas, or `all`. By default those that are not about people, keys or money. */
  scopes?: string;
}

/** Creates a workspace, its owner and a key. Returns the workspace's id and the key. */
export async function createFirstKey(
  first: FirstWorkspace,
  clients: Clients,
): Promise<{ workspace: string; key: string }> {
  const { plan, credits, email, scopes } = first;
  const workspace = await idOf(workspaceCreate.run({ name: first.workspace, plan, credits }, clients));
  const user = await idOf(userCreate.run({ workspace, email, role: 'owner' }, clients));
  const { key } = (await keyCreate.run({ workspace, user, ...(scopes && { scopes }) }, clients)) as { key: string };
  return { workspace, key };
}

async function idOf(answer: Promise<object>): Promise<string> {
  return ((await answer) as { id: string }).id;
}
