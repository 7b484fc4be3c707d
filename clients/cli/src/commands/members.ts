import type { Role } from '@rotamer/client';
import { Argument, type Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';

export const roles = ['viewer', 'member', 'admin', 'owner'];

/** members list, set-role, set-name, remove, leave. */
export function addMembers(program: Command, act: Act): void {
  const group = program.command('members').description('the people of your workspace');
  group.command('list').description('list members and their roles').action(act(list));
  group
    .command('set-role')
    .description('change the role of a member')
    .argument('<user>')
    .addArgument(new Argument('<role>').choices(roles))
    .action(act(setRole));
  group
    .command('set-name')
    .description('choose your own display name; an empty one removes it')
    .argument('<name>')
    .action(act(setName));
  group
    .command('remove')
    .description('remove a member, whose keys and sessions end at once')
    .argument('<user>')
    .option('-y, --yes', 'do not ask')
    .action(act(remove));
  group.command('leave').description('leave the workspace').option('-y, --yes', 'do not ask').action(act(leave));
}

async function list({ client, screen }: Context): Promise<void> {
  const members = await client().members.list({ limit: 100 }).take(Number.POSITIVE_INFINITY);
  const rows = members.map(({ id, email, name, role, joined_at }) => [id, email, name ?? '', role, joined_at ?? '']);
  screen.result(members, () => table(['USER', 'E-MAIL', 'NAME', 'ROLE', 'JOINED'], rows, screen.columns));
}

async function setRole({ client, screen }: Context, [id, role]: [string, Role]): Promise<void> {
  const member = await client().members.update(id, { role });
  screen.result(member, () => words`${member.email} is ${member.role} now.\n`);
}

async function setName({ client, screen }: Context, [name]: [string]): Promise<void> {
  const member = await client().members.update(await ownId(client()), { name });
  screen.result(member, () => words`Your name is ${member.name ?? 'empty'} now.\n`);
}

async function remove(context: Context, [id]: [string], { yes }: { yes?: boolean }): Promise<void> {
  await confirm(context, yes, `Remove ${id} from the workspace? [y/N] `);
  end(context, await context.client().members.remove(id));
}

async function leave(context: Context, _args: [], { yes }: { yes?: boolean }): Promise<void> {
  await confirm(context, yes, 'Leave the workspace? [y/N] ');
  end(context, await context.client().members.remove(await ownId(context.client())));
}

function end({ screen }: Context, removal: { id: string; revoked_keys: number }): void {
  screen.result(removal, () => words`Removed ${removal.id} and revoked ${removal.revoked_keys} keys.\n`);
}

async function ownId(client: ReturnType<Context['client']>): Promise<string> {
  return (await client.workspace.get()).member.user_id;
}

async function confirm({ io }: Context, yes: boolean | undefined, question: string): Promise<void> {
  if (yes) return;
  if (!io.canAsk) throw new UsageError('This ends keys and sessions. Confirm with --yes.');
  if (!/^y(es)?$/i.test((await io.ask(question)).trim())) throw new UsageError('Not removed.');
}
