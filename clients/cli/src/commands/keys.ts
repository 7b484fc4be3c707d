import type { ApiKey, ApiKeyRequest, ApiKeySecret } from '@rotamer/client';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import { expiry, nullFor, seconds } from './expiry.ts';
import type { Act } from './group.ts';

/** keys list, show, create, update, rotate, revoke. */
export function addKeys(program: Command, act: Act): void {
  const group = program.command('keys').description('the API keys of programs');
  group
    .command('list')
    .description('list your keys; for admins those of all members')
    .option('--user <user>', "only this user's keys")
    .option('--revoked', 'revoked keys too')
    .action(act(list));
  group.command('show').description('show a key, without its secret').argument('<key>').action(act(show));
  rights(group.command('create').description('create a key and show its secret, this once').argument('<name>'))
    .requiredOption('--scopes <a,b>', 'what the key may do: jobs:read,jobs:write', commas)
    .action(act(create));
  rights(group.command('update').description('rename a key or change its rights').argument('<key>'))
    .option('--name <name>')
    .option('--scopes <a,b>', 'what the key may do', commas)
    .action(act(update));
  group
    .command('rotate')
    .description('replace the secret of a key and show the new one, this once')
    .argument('<key>')
    .option('--overlap <time>', 'how long the secret before stays valid: 0, 90m, 24h, 7d', seconds, 24 * 3600)
    .action(act(rotate));
  group
    .command('revoke')
    .description('revoke a key and the keys that it created')
    .argument('<key>')
    .option('-y, --yes', 'do not ask')
    .action(act(revoke));
}

/** Adds the options of create and update. "none" removes a limit. */
function rights(command: Command): Command {
  return command
    .option('--projects <ids>', 'the only projects that the key can use, separated by commas; or none', limit)
    .option('--tools <ids>', 'the only tools that the key can run, separated by commas; or none', limit)
    .option('--expires <when>', 'a date such as 2027-01-31, a time such as 90d, or never', expiry)
    .option('--budget-day <credits>', 'the most that its jobs may cost in a day (UTC); or none', cap)
    .option('--budget-month <credits>', 'the most that its jobs may cost in a month (UTC); or none', cap)
    .option('--budget-total <credits>', 'the most that its jobs may cost in all; or none', cap)
    .option('--may-create-keys', 'let the key create weaker keys')
    .option('--may-not-create-keys', 'take this right from the key');
}

interface Rights {
  name?: string;
  scopes?: string[];
  projects?: string[] | 'none';
  tools?: string[] | 'none';
  expires?: string;
  budgetDay?: number | 'none';
  budgetMonth?: number | 'none';
  budgetTotal?: number | 'none';
  mayCreateKeys?: boolean;
  mayNotCreateKeys?: boolean;
}

async function list(
  { client, screen }: Context,
  _args: [],
  { user, revoked }: { user?: string; revoked?: boolean },
): Promise<void> {
  const filter = { limit: 100, ...(user && { user_id: user }), ...(revoked && { include_revoked: true }) };
  const keys = await client().apiKeys.list(filter).take(Number.POSITIVE_INFINITY);
  const rows = keys.map((key) => [
    ...[key.id, key.name, key.prefix, key.user_id, key.last_used_at ?? 'never', stateOf(key)],
  ]);
  screen.result(keys, () => table(['KEY', 'NAME', 'PREFIX', 'USER', 'LAST USED', 'EXPIRES'], rows, screen.columns));
}

function stateOf({ revoked_at, expires_at }: ApiKey): string {
  return revoked_at ? `revoked ${revoked_at}` : (expires_at ?? '');
}

async function show({ client, screen }: Context, [id]: [string]): Promise<void> {
  showKey(screen, await client().apiKeys.get(id));
}

async function create({ client, screen }: Context, [name]: [string], flags: Rights): Promise<void> {
  const body = { ...bodyOf(flags), name } as ApiKeyRequest;
  showSecret(screen, await client().apiKeys.create(body));
}

async function update({ client, screen }: Context, [id]: [string], flags: Rights): Promise<void> {
  const body = bodyOf(flags);
  if (Object.keys(body).length === 0) throw new UsageError('Give something to change, such as --name.');
  showKey(screen, await client().apiKeys.update(id, body));
}

async function rotate({ client, screen }: Context, [id]: [string], { overlap }: { overlap: number }): Promise<void> {
  showSecret(screen, await client().apiKeys.rotate(id, { overlap_seconds: overlap }));
}

async function revoke({ client, screen, io }: Context, [id]: [string], { yes }: { yes?: boolean }): Promise<void> {
  if (!yes) {
    if (!io.canAsk) throw new UsageError('Programs with this key stop working. Confirm with --yes.');
    if (!/^y(es)?$/i.test((await io.ask(`Revoke ${id}? [y/N] `)).trim())) throw new UsageError('Not revoked.');
  }
  const key = await client().apiKeys.revoke(id);
  screen.result(key, () => words`Revoked ${key.id}.\n`);
}

function showKey(screen: Context['screen'], key: ApiKey): void {
  const { object, scopes, project_ids, tools, budget, previous_secret, ...fields } = key;
  const lists = {
    scopes: scopes.join(','),
    projects: project_ids?.join(',') ?? 'all',
    tools: tools?.join(',') ?? 'all',
    budget: budgetOf(budget),
  };
  screen.result(key, () => pairs({ ...fields, ...lists, previous_secret_until: previous_secret?.valid_until ?? null }));
}

function budgetOf(budget: ApiKey['budget']): string {
  if (!budget) return 'none';
  const { day, month, total } = budget;
  const caps = { 'a day': day, 'a month': month, 'in all': total };
  const parts = Object.entries(caps).flatMap(([when, credits]) => (credits === null ? [] : [`${credits} ${when}`]));
  return `${parts.join(', ')} (credits)`;
}

function showSecret(screen: Context['screen'], issued: ApiKeySecret): void {
  const { id, secret, message } = issued;
  screen.result(issued, () =>
    secret === null ? words`${message ?? ''}\n` : words`${id}\n${secret}\nKeep the key now: it is not shown again.\n`,
  );
}

function bodyOf(flags: Rights): Partial<ApiKeyRequest> {
  const { name, scopes, projects, tools, expires, mayCreateKeys, mayNotCreateKeys } = flags;
  const { budgetDay: day, budgetMonth: month, budgetTotal: total } = flags;
  const budget = {
    ...(day !== undefined && { day: nullFor('none', day) }),
    ...(month !== undefined && { month: nullFor('none', month) }),
    ...(total !== undefined && { total: nullFor('none', total) }),
  };
  if (mayCreateKeys && mayNotCreateKeys)
    throw new UsageError('Give either --may-create-keys or --may-not-create-keys.');
  return {
    ...(name !== undefined && { name }),
    ...(scopes && { scopes: scopes as ApiKeyRequest['scopes'] }),
    ...(projects !== undefined && { project_ids: nullFor('none', projects) }),
    ...(tools !== undefined && { tools: nullFor('none', tools) }),
    ...(expires !== undefined && { expires_at: nullFor('never', expires) }),
    ...(Object.keys(budget).length > 0 && { budget }),
    ...((mayCreateKeys || mayNotCreateKeys) && { may_create_keys: !mayNotCreateKeys }),
  };
}

function commas(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function limit(text: string): string[] | 'none' {
  return text === 'none' ? text : commas(text);
}

/** Reads an amount of credits, or `none`. */
function cap(text: string): number | 'none' {
  if (text === 'none') return text;
  const credits = Number(text);
  if (text.trim() === '' || !Number.isFinite(credits))
    throw new InvalidArgumentError('It must be an amount of credits such as 10, or none.');
  return credits;
}
