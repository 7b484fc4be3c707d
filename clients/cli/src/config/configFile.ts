import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Io } from '../io.ts';
import { UsageError } from '../usageError.ts';

export interface Profile {
  base_url: string;
  api_key: string;
}

export interface Config {
  /** The profile that is used unless another is asked for. */
  current?: string;
  profiles: Record<string, Profile>;
}

type Place = Pick<Io, 'env' | 'platform' | 'home'>;

/** Where the configuration lies: as XDG says, on Windows in %APPDATA%. */
export function configPath({ env, platform, home }: Place): string {
  if (platform === 'win32') {
    return win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), 'rotamer', 'config.json');
  }
  // A relative path is invalid and to be ignored (XDG Base Directory Specification).
  const base =
    env.XDG_CONFIG_HOME && posix.isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : posix.join(home, '.config');
  return posix.join(base, 'rotamer', 'config.json');
}

export function readConfig(place: Place): Config {
  const path = configPath(place);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw error;
  }
  try {
    const { current, profiles = {} } = JSON.parse(text);
    return { current, profiles };
  } catch {
    throw new UsageError(`${path} is not valid JSON. Correct it, or delete it and log in again.`);
  }
}

/** Replaces the configuration. It holds keys: nobody else may read it. */
export function writeConfig(place: Place, config: Config): void {
  const path = configPath(place);
  const { dirname } = place.platform === 'win32' ? win32 : posix;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
