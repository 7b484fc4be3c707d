import type { Workspace } from '@rotamer/client';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';

/** workspace show, update, list, use. */
export function addWorkspace(program: Command, act: Act): void {
  const group = program.command('workspace').description('the workspace of your key or session');
  group.command('show').description('show name, plan and your role').action(act(show));
  group
    .command('update')
    .description('rename the workspace, or choose the unit that shows amounts')
    .option('--name <name>')
    .option('--unit <name>', 'a unit such as € or "core hours"; credits for none')
    .option('--rate <number>', 'how many of the unit one credit is', Number)
    .action(act(update));
  group.command('list').description('list your workspaces').action(act(list));
  group.command('use').description('switch to another of your workspaces').argument('<workspace>').action(act(use));
}

async function list({ client, screen }: Context): Promise<void> {
  const workspaces = await client().session.workspaces({ limit: 100 }).take(Number.POSITIVE_INFINITY);
  const rows = workspaces.map(({ current, id, name, role }) => [current ? '*' : '', id, name, role]);
  screen.result(workspaces, () => table(['', 'WORKSPACE', 'NAME', 'YOUR ROLE'], rows, screen.columns));
}

async function use({ client, screen }: Context, [id]: [string]): Promise<void> {
  const session = await client().session.update({ workspace_id: id });
  const { name, role } = session.workspace;
  screen.result(session, () => words`You work in ${name} (${id}) now, as ${role}.\n`);
}

async function show({ client, screen }: Context): Promise<void> {
  showWorkspace(screen, await client().workspace.get());
}

async function update(
  { client, screen }: Context,
  _args: [],
  { name, unit, rate }: { name?: string; unit?: string; rate?: number },
): Promise<void> {
  if (name === undefined && unit === undefined) throw new UsageError('Give --name, or --unit with --rate.');
  if (unit !== undefined && unit !== 'credits' && !(rate && rate > 0))
    throw new UsageError('--unit needs --rate, how many of it one credit is: --unit € --rate 0.1');
  const chosen = unit === undefined ? undefined : unit === 'credits' ? null : { name: unit, rate: rate! };
  showWorkspace(screen, await client().workspace.update({ name, unit: chosen }));
}

function showWorkspace(screen: Context['screen'], workspace: Workspace): void {
  const { id, name, plan, member, unit } = workspace;
  const shownIn = unit ? `${unit.name}, ${unit.rate} for each credit` : 'credits';
  screen.result(workspace, () =>
    pairs({ id, name, plan: plan.tier, unit: shownIn, your_role: member.role, your_id: member.user_id }),
  );
}
