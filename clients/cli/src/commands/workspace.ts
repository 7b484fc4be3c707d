import type { Workspace } from '@rotamer/client';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { pairs } from '../output/table.ts';
import type { Act } from './group.ts';

/** workspace show, update. */
export function addWorkspace(program: Command, act: Act): void {
  const group = program.command('workspace').description('the workspace of your key or session');
  group.command('show').description('show name, plan and your role').action(act(show));
  group.command('update').description('rename the workspace').requiredOption('--name <name>').action(act(update));
}

async function show({ client, screen }: Context): Promise<void> {
  showWorkspace(screen, await client().workspace.get());
}

async function update({ client, screen }: Context, _args: [], { name }: { name: string }): Promise<void> {
  showWorkspace(screen, await client().workspace.update({ name }));
}

function showWorkspace(screen: Context['screen'], workspace: Workspace): void {
  const { id, name, plan, member } = workspace;
  screen.result(workspace, () => pairs({ id, name, plan: plan.tier, your_role: member.role, your_id: member.user_id }));
}
