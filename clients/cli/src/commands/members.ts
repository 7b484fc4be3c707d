import type { Invitation, Role } from '@rotamer/client';
import { Argument, type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { counted } from '../output/counted.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';
import { memberNamed } from './named.ts';
import { wholeNumber } from './numbers.ts';

export const roles = ['viewer', 'member', 'admin', 'owner'];

/** members list, set-role, set-name, remove, leave, invite, invitations, resend, withdraw. */
export function addMembers(program: Command, act: Act): void {
  const group = program.command('members').description('the people of your workspace');
  group.command('list').description('list members and their roles').action(act(list));
  group
    .command('set-role')
    .description('change the role of a member')
    .argument('<user>', 'id or e-mail address')
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
    .argument('<user>', 'id or e-mail address')
    .option('-y, --yes', 'do not ask')
    .action(act(remove));
  group
    .command('invite')
    .description('invite a person by mail')
    .argument('<e-mail>')
    .addOption(new Option('--role <role>').choices(roles).makeOptionMandatory())
    .option('--days <n>', 'how long the invitation is open, at most 30', wholeNumber, 7)
    .action(act(invite));
  group
    .command('invitations')
    .description('list open invitations')
    .option('--ended', 'accepted, withdrawn and expired ones too')
    .action(act(invitations));
  group
    .command('resend')
    .description('send the mail of an invitation again')
    .argument('<invitation>')
    .action(act(resend));
  group.command('withdraw').description('withdraw an invitation').argument('<invitation>').action(act(withdraw));
  group.command('leave').description('leave the workspace').option('-y, --yes', 'do not ask').action(act(leave));
}

async function list({ client, screen }: Context): Promise<void> {
  const members = await client().members.list({ limit: 100 }).take(Number.POSITIVE_INFINITY);
  const rows = members.map(({ id, email, name, role, joined_at }) => [id, email, name ?? '', role, joined_at ?? '']);
  screen.result(members, () => table(['USER', 'E-MAIL', 'NAME', 'ROLE', 'JOINED'], rows, screen.columns));
}

async function setRole({ client, screen }: Context, [user, role]: [string, Role]): Promise<void> {
  const member = await client().members.update(await memberNamed(client(), user), { role });
  screen.result(member, () => words`${member.email} is ${member.role} now.\n`);
}

async function setName({ client, screen }: Context, [name]: [string]): Promise<void> {
  const member = await client().members.update(await ownId(client()), { name });
  screen.result(member, () => words`Your name is ${member.name ?? 'empty'} now.\n`);
}

async function remove(context: Context, [user]: [string], { yes }: { yes?: boolean }): Promise<void> {
  await confirm(context, yes, `Remove ${user} from the workspace? [y/N] `);
  const client = context.client();
  end(context, await client.members.remove(await memberNamed(client, user)));
}

async function leave(context: Context, _args: [], { yes }: { yes?: boolean }): Promise<void> {
  await confirm(context, yes, 'Leave the workspace? [y/N] ');
  end(context, await context.client().members.remove(await ownId(context.client())));
}

async function invite(
  { client, screen }: Context,
  [email]: [string],
  { role, days }: { role: Role; days: number },
): Promise<void> {
  const invitation = await client().members.invite({ email, role, expires_in_days: days });
  screen.result(invitation, () => words`Invited ${invitation.email} (${invitation.id}).\n`);
}

async function invitations({ client, screen }: Context, _args: [], { ended }: { ended?: boolean }): Promise<void> {
  const filter = { limit: 100, ...(ended && { include_ended: true }) };
  const found = await client().members.invitations(filter).take(Number.POSITIVE_INFINITY);
  const rows = found.map(({ id, email, role, state, expires_at }) => [id, email, role, state, expires_at]);
  screen.result(found, () => table(['INVITATION', 'E-MAIL', 'ROLE', 'STATE', 'EXPIRES'], rows, screen.columns));
}

async function resend({ client, screen }: Context, [id]: [string]): Promise<void> {
  showInvitation(screen, await client().members.resendInvitation(id));
}

async function withdraw({ client, screen }: Context, [id]: [string]): Promise<void> {
  showInvitation(screen, await client().members.withdrawInvitation(id));
}

function showInvitation(screen: Context['screen'], invitation: Invitation): void {
  const { email, state, expires_at } = invitation;
  screen.result(invitation, () => words`The invitation of ${email} is ${state}, until ${expires_at}.\n`);
}

function end({ screen }: Context, removal: { id: string; revoked_keys: number }): void {
  screen.result(removal, () => words`Removed ${removal.id} and revoked ${counted(removal.revoked_keys, 'key')}.\n`);
}

async function ownId(client: ReturnType<Context['client']>): Promise<string> {
  return (await client.workspace.get()).member.user_id;
}

async function confirm({ io }: Context, yes: boolean | undefined, question: string): Promise<void> {
  if (yes) return;
  if (!io.canAsk) throw new UsageError('This ends keys and sessions. Confirm with --yes.');
  if (!/^y(es)?$/i.test((await io.ask(question)).trim())) throw new UsageError('Not removed.');
}
