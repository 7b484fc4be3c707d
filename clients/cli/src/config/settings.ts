import { UsageError } from '../usageError.ts';
import type { Config } from './configFile.ts';

/** Where a setting can come from, in falling order of precedence. */
export interface Sources {
  flags: { profile?: string; baseUrl?: string };
  env: Record<string, string | undefined>;
  config: Config;
  stack: { base_url: string; api_key: string; path: string } | undefined;
}

export interface Settings {
  baseUrl: string;
  /** Undefined: the command works without one, or says that it needs one. */
  apiKey: string | undefined;
  /** Where the key comes from, for people. */
  source: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/**
 * Which service to call and with which key: flags, then environment, then profile, then the local stack. A key that was stored
 * for one service is never sent to another.
 */
export function chooseSettings({ flags, env, config, stack }: Sources): Settings {
  const name = flags.profile ?? (env.ROTAMER_PROFILE || undefined) ?? config.current;
  const profile = name === undefined ? undefined : config.profiles[name];
  if (name !== undefined && !profile && name !== config.current) {
    const known = Object.keys(config.profiles).join(', ');
    throw new UsageError(
      `There is no profile ${name}. ${known ? `There are: ${known}.` : 'Log in first: rotamer login.'}`,
    );
  }
  const stored = profile ? { ...profile, source: `profile ${name}` } : stack && { ...stack, source: stack.path };
  const baseUrl = flags.baseUrl ?? (env.ROTAMER_BASE_URL || undefined) ?? stored?.base_url ?? DEFAULT_URL;
  if (env.ROTAMER_API_KEY && !flags.profile) return { baseUrl, apiKey: env.ROTAMER_API_KEY, source: 'ROTAMER_API_KEY' };
  const fits = [stored, stack && { ...stack, source: stack.path }].find(
    (one) => one && sameService(one.base_url, baseUrl),
  );
  return { baseUrl, apiKey: fits?.api_key, source: fits?.source ?? 'nowhere' };
}

function sameService(one: string, other: string): boolean {
  const bare = (url: string) => url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return bare(one) === bare(other);
}
