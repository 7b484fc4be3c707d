import { chmodSync, mkdirSync, readFileSync, renameSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { UsageError } from '../exitCodes.ts';
import type { Io } from '../io.ts';

export interface Profile {
  base_url: string;
  api_key: string;
}

export interface Config {
  /** The profile that is used by default. */
  current?: string;
  profiles: Record<string, Profile>;
}

type Place = Pick<Io, 'env' | 'platform' | 'home'>;

/**
 * Returns the path of the configuration: the place that XDG defines, and on Windows %APPDATA%. It is never in the current folder: a
 * relative path is ignored (XDG Base Directory Specification).
 */
export function configPath({ env, platform, home }: Place): string {
  const isWindows = platform === 'win32';
  const { isAbsolute, join } = isWindows ? win32 : posix;
  const given = isWindows ? env.APPDATA : env.XDG_CONFIG_HOME;
  const base = given && isAbsolute(given) ? given : join(home, ...(isWindows ? ['AppData', 'Roaming'] : ['.config']));
  if (isAbsolute(base)) return join(base, 'rotamer', 'config.json');
  throw new UsageError(`There is no home folder. Set ${isWindows ? 'APPDATA' : 'HOME'} to its full path.`);
}

export function readConfig(place: Place): Config {
  if (place.home === '' && !place.env.XDG_CONFIG_HOME && !place.env.APPDATA) return { profiles: {} };
  const path = configPath(place);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw error;
  }
  refuseForeign(place, path);
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not valid JSON. Correct it, or delete it and log in again.`);
  }
  if (isConfig(config)) return { current: config.current, profiles: config.profiles ?? {} };
  throw new UsageError(`${path} is not a configuration of rotamer. Correct it, or delete it and log in again.`);
}

/** Refuses a configuration that others can write, because it decides where keys are sent. Files of root are accepted. */
function refuseForeign({ platform }: Place, path: string): void {
  const { dirname } = platform === 'win32' ? win32 : posix;
  for (const one of [dirname(path), path]) {
    const stat = statSync(one);
    const refused = foreignWriter(one, stat, stat.uid === 0 ? 0 : thisUser);
    if (refused !== undefined && thisUser !== undefined)
      throw new UsageError(`The configuration is not used: ${refused}.`);
  }
}

function isConfig(value: unknown): value is Partial<Config> {
  if (!isObject(value)) return false;
  const { current, profiles = {} } = value;
  if ((current !== undefined && typeof current !== 'string') || !isObject(profiles)) return false;
  return Object.values(profiles).every(
    (one) => isObject(one) && typeof one.base_url === 'string' && typeof one.api_key === 'string',
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces the configuration. It contains keys, so only its owner may read it. */
export function writeConfig(place: Place, config: Config): void {
  const path = configPath(place);
  const { dirname } = place.platform === 'win32' ? win32 : posix;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** The user id of this process; undefined on Windows, which has no user ids. */
export const thisUser: number | undefined = process.getuid?.();

/** Returns why others could have written a file or folder, and what to do; undefined when only its user could. */
export function foreignWriter(
  path: string,
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  user: number | undefined,
): string | undefined {
  if (user === undefined) return undefined;
  if (uid !== user) return `${path} belongs to another user (uid ${uid})`;
  if ((mode & 0o022) !== 0) return `others can write to ${path} (close it with: chmod go-w ${path})`;
  return undefined;
}
