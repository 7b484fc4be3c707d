import { hostname } from 'node:os';
import { ApiError, deviceLogin, publicPart, type Rotamer } from '@rotamer/client';
import type { Command } from 'commander';
import { configPath, readConfig, writeConfig } from '../config/configFile.ts';
import { keyOf } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';

/** The longest name of a program that the service takes. */
const MAX_CLIENT_NAME = 80;

/** login, logout, whoami, profiles, account. */
export function addAccount(program: Command, act: Act): void {
  program
    .command('login')
    .description('sign in with a browser, or save an API key')
    .option('--key', 'ask for an API key; stdin that is not a terminal is read as one')
    .option('--device', 'sign in with a browser, also where there is no terminal')
    .action(act(login));
  program.command('logout').description('sign out, or forget the API key of a profile').action(act(logout));
  program
    .command('whoami')
    .description('show person, workspace and role, and which session or key is in use')
    .action(act(whoami));
  program
    .command('profiles')
    .description('list profiles, or choose the one in use')
    .argument('[name]', 'the profile to use from now on')
    .action(act(profiles));
  program.command('account').description('show credits and limits of the workspace').action(act(account));
}

async function login(
  context: Context,
  _args: unknown[],
  flags: { profile?: string; baseUrl?: string; key?: boolean; device?: boolean },
): Promise<void> {
  const { io, screen, connect } = context;
  const name = flags.profile ?? (io.env.ROTAMER_PROFILE || 'default');
  const config = readConfig(io);
  const baseUrl = flags.baseUrl ?? (io.env.ROTAMER_BASE_URL || undefined) ?? config.profiles[name]?.base_url;
  const url = baseUrl ?? 'http://127.0.0.1:8080';
  if (flags.device || (io.canAsk && !flags.key)) return signIn(context, name, url);
  const key = await readKey(context, url);
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

async function readKey({ io }: Context, url: string): Promise<string> {
  const given = io.canAsk ? await io.ask(`API key for ${url}: `, { secret: true }) : String(await io.readStdin());
  if (given.trim() === '') throw new UsageError('No API key was given.');
  return keyOf(given, io.canAsk ? 'the prompt' : 'stdin');
}

/** Signs in by a code that the person confirms in a browser, and stores the session as the profile's key. */
async function signIn({ io, screen, connect }: Context, name: string, url: string): Promise<void> {
  const { access_token: token } = await deviceLogin({
    baseUrl: url,
    clientName: `rotamer on ${hostname()}`.slice(0, MAX_CLIENT_NAME),
    fetch: io.fetch,
    signal: io.interrupted,
    time: io.time,
    show: ({ user_code, verification_uri, verification_uri_complete }) => {
      screen.note(words`Open ${verification_uri} and enter the code ${user_code}. The code is valid for 10 minutes.`);
      if (io.canAsk && isWebAddress(verification_uri_complete)) io.openBrowser(verification_uri_complete);
    },
  });
  const client = connect(token, url);
  const { user, workspace } = await client.session.get();
  const config = readConfig(io);
  config.profiles[name] = { base_url: client.baseUrl, api_key: token };
  writeConfig(io, { ...config, current: name });
  screen.result(
    { profile: name, base_url: client.baseUrl, user: user.email, workspace: workspace.id },
    () =>
      words`Signed in to ${client.baseUrl} as ${user.email}, in the workspace ${workspace.name}; the session is stored as profile ${name} in ${configPath(io)}.\n`,
  );
}

/** The service chooses the address, and another program opens it: nothing but a web page may be opened. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const SESSION = /^rot_sess_/;

async function logout({ io, screen, connect }: Context, _args: unknown[], flags: { profile?: string }): Promise<void> {
  const config = readConfig(io);
  const name = flags.profile ?? (io.env.ROTAMER_PROFILE || undefined) ?? config.current;
  if (name === undefined || !Object.hasOwn(config.profiles, name))
    throw new UsageError(`There is no profile ${name ?? 'in use'}.`);
  const { api_key, base_url } = config.profiles[name]!;
  const isSession = SESSION.test(api_key);
  if (isSession) await endSession(connect(api_key, base_url));
  delete config.profiles[name];
  if (config.current === name) config.current = Object.keys(config.profiles)[0];
  writeConfig(io, config);
  screen.result({ profile: name }, () =>
    isSession
      ? words`Signed out of profile ${name}.\n`
      : words`Forgot the key of profile ${name}. It stays valid until it is revoked.\n`,
  );
}

/** Ends a session. One that has ended already is as good. */
async function endSession(client: Rotamer): Promise<void> {
  try {
    await client.session.signOut();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unauthorized')) throw error;
  }
}

async function whoami(context: Context): Promise<void> {
  const { baseUrl, source } = context.settings();
  const { kind, id, user, workspace, scopes, expires_at } = await context.client().session.get();
  const shown = {
    base_url: baseUrl,
    person: user.email,
    workspace: workspace.id,
    workspace_name: workspace.name,
    role: workspace.role,
    [kind]: id,
    from: source,
    scopes,
    expires_at,
  };
  context.screen.result(shown, () => pairs({ ...shown, scopes: scopes.join(', '), expires_at: expires_at ?? 'never' }));
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
