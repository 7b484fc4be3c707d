import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';

/** session list, end, end-others. */
export function addSessions(program: Command, act: Act): void {
  const group = program.command('session').description('where you are signed in');
  group
    .command('list')
    .description('list your sessions, or as an admin those of the workspace')
    .option('--workspace', 'the sessions that act in the workspace')
    .action(act(list));
  group.command('end').description('end a session').argument('<session>').action(act(end));
  group
    .command('end-others')
    .description('end all your other sessions')
    .option('-y, --yes', 'do not ask')
    .action(act(endOthers));
}

async function list({ client, screen }: Context, _args: [], flags: { workspace?: boolean }): Promise<void> {
  const of = flags.workspace ? 'workspace' : 'me';
  const sessions = await client().session.list({ of, limit: 100 }).take(Number.POSITIVE_INFINITY);
  const rows = sessions.map(({ id, user, user_agent, method, address, last_used_at, current }) => {
    return [current ? '*' : '', id, user.email, user_agent, method, address, last_used_at];
  });
  const head = ['', 'SESSION', 'PERSON', 'PROGRAM', 'SIGNED IN BY', 'ADDRESS', 'LAST USED'];
  screen.result(sessions, () => table(head, rows, screen.columns));
}

async function end({ client, screen }: Context, [id]: [string]): Promise<void> {
  const ended = await client().session.end(id);
  screen.result(ended, () => words`Ended the session ${id}.\n`);
}

async function endOthers({ io, client, screen }: Context, _args: [], { yes }: { yes?: boolean }): Promise<void> {
  if (!yes && !io.canAsk) throw new UsageError('This ends sessions. Confirm with --yes.');
  if (!yes && !/^y(es)?$/i.test((await io.ask('End all your other sessions? [y/N] ')).trim()))
    throw new UsageError('Nothing was ended.');
  const answer = await client().session.endOthers();
  screen.result(answer, () => words`Ended ${answer.ended} sessions.\n`);
}
