import { publicPart } from '@rotamer/client';
import type { Command } from 'commander';
import { configPath, readConfig, writeConfig } from '../config/configFile.ts';
import { keyOf } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';

/** login, logout, whoami, profiles, account. */
export function addAccount(program: Command, act: Act): void {
  program.command('login').description('save an API key, read from a prompt or from stdin').action(act(login));
  program.command('logout').description('forget the API key of a profile').action(act(logout));
  program.command('whoami').description('show which key is in use, and where it comes from').action(act(whoami));
  program
    .command('profiles')
    .description('list profiles, or choose the one in use')
    .argument('[name]', 'the profile to use from now on')
    .action(act(profiles));
  program.command('account').description('show credits and limits of the workspace').action(act(account));
}

async function login(
  { io, screen, connect }: Context,
  _args: unknown[],
  flags: { profile?: string; baseUrl?: string },
): Promise<void> {
  const name = flags.profile ?? (io.env.ROTAMER_PROFILE || 'default');
  const config = readConfig(io);
  const baseUrl = flags.baseUrl ?? (io.env.ROTAMER_BASE_URL || undefined) ?? config.profiles[name]?.base_url;
  const url = baseUrl ?? 'http://127.0.0.1:8080';
  const given = io.canAsk ? await io.ask(`API key for ${url}: `, { secret: true }) : String(await io.readStdin());
  if (given.trim() === '') throw new UsageError('No API key was given.');
  const key = keyOf(given, io.canAsk ? 'the prompt' : 'stdin');
  const client = connect(key, url);
  const { workspace, api_key } = await client.account();
  config.profiles[name] = { base_url: client.baseUrl, api_key: key };
  writeConfig(io, { ...config, current: name });
  screen.result(
    { profile: name, base_url: client.baseUrl, workspace: workspace.id, key: api_key.prefix },
    () =>
      words`Logged in to ${client.baseUrl} as profile ${name}; the key ${api_key.prefix}… is stored in ${configPath(io)}.\n`,
  );
}

function logout({ io, screen }: Context, _args: unknown[], flags: { profile?: string }): void {
  const config = readConfig(io);
  const name = flags.profile ?? (io.env.ROTAMER_PROFILE || undefined) ?? config.current;
  if (name === undefined || !Object.hasOwn(config.profiles, name))
    throw new UsageError(`There is no profile ${name ?? 'in use'}.`);
  delete config.profiles[name];
  if (config.current === name) config.current = Object.keys(config.profiles)[0];
  writeConfig(io, config);
  screen.result(
    { profile: name },
    () => words`Forgot the key of profile ${name}. It stays valid until it is revoked.\n`,
  );
}

async function whoami(context: Context): Promise<void> {
  const { baseUrl, source } = context.settings();
  const { workspace, api_key } = await context.client().account();
  const shown = {
    base_url: baseUrl,
    key: api_key.prefix,
    from: source,
    workspace: workspace.id,
    scopes: api_key.scopes,
  };
  context.screen.result(shown, () => pairs({ ...shown, scopes: api_key.scopes.join(', ') }));
}

function profiles({ io, screen }: Context, [name]: [string?]): void {
  const config = readConfig(io);
  if (name !== undefined) {
    if (!Object.hasOwn(config.profiles, name)) throw new UsageError(`There is no profile ${name}.`);
    config.current = name;
    writeConfig(io, config);
  }
  const rows = Object.entries(config.profiles).map(([one, { base_url, api_key }]) => ({
    name: one,
    current: one === config.current,
    base_url,
    key: publicPart(api_key),
  }));
  screen.result(rows, () =>
    rows.length === 0
      ? 'No profiles. Log in with rotamer login.\n'
      : table(
          ['', 'PROFILE', 'BASE URL', 'KEY'],
          rows.map((row) => [row.current ? '*' : '', row.name, row.base_url, row.key]),
          screen.columns,
        ),
  );
}

async function account({ screen, client }: Context): Promise<void> {
  const shown = await client().account();
  const { workspace, limits } = shown;
  screen.result(shown, () =>
    pairs({
      Workspace: workspace.id,
      Plan: workspace.plan.tier,
      'Credits available': workspace.credits.available,
      'Active jobs': `${limits.active_jobs} of ${limits.concurrent_jobs.max}`,
      Requests: `${limits.public_api_rate_limit.limit} per ${limits.public_api_rate_limit.window_seconds} s`,
    }),
  );
}
