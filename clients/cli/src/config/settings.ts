import { checkKey, RotamerError } from '@rotamer/client';
import { UsageError } from '../exitCodes.ts';
import type { Config, Profile } from './configFile.ts';
import type { StackFile } from './stackFile.ts';

/** The sources of a setting, in descending order of precedence. */
export interface Sources {
  flags: { profile?: string; baseUrl?: string };
  env: Record<string, string | undefined>;
  config: Config;
  stack: StackFile | undefined;
}

export interface Settings {
  baseUrl: string;
  /** The key; undefined when there is none. A command then works without one, or says that it needs one. */
  apiKey: string | undefined;
  /** A description of the key's source, for people. */
  source: string;
  /** Why a stack file that was found is not used. */
  refused?: string;
}

/** An address and its key, from one source. */
interface Pair extends Profile {
  source: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/**
 * Returns the address of the service and the key. Both come from the same source: flags and environment, else a profile, else the
 * local stack. A stored address never gets the key of the environment, and another service never gets a stored key.
 */
export function chooseSettings({ flags, env, config, stack }: Sources): Settings {
  const said = flags.baseUrl ?? (env.ROTAMER_BASE_URL || undefined);
  const profile = profileIn({ flags, env, config });
  const ofStack = stack && stack.refused === undefined ? { ...stack, source: stack.path } : undefined;
  if (env.ROTAMER_API_KEY && !flags.profile) {
    const apiKey = keyOf(env.ROTAMER_API_KEY, 'ROTAMER_API_KEY');
    return { baseUrl: said ?? addressFor(apiKey, profile ?? ofStack, stack), apiKey, source: 'ROTAMER_API_KEY' };
  }
  if (said === undefined && !profile && stack?.refused !== undefined) throw new UsageError(refusal(stack.refused));
  const baseUrl = said ?? (profile ?? ofStack)?.base_url ?? DEFAULT_URL;
  const fits = [profile, ofStack].find((one) => one && sameService(one.base_url, baseUrl));
  return {
    baseUrl,
    apiKey: fits && keyOf(fits.api_key, fits.source),
    source: fits?.source ?? 'nowhere',
    refused: stack?.refused,
  };
}

function profileIn({ flags, env, config }: Omit<Sources, 'stack'>): Pair | undefined {
  const name = flags.profile ?? (env.ROTAMER_PROFILE || undefined) ?? config.current;
  if (name === undefined) return undefined;
  const profile = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
  if (profile) return { ...profile, source: `profile ${name}` };
  if (name === config.current) return undefined;
  const known = Object.keys(config.profiles).join(', ');
  throw new UsageError(
    `There is no profile ${name}. ${known ? `There are: ${known}.` : 'Log in first: rotamer login.'}`,
  );
}

/** Returns the address for the environment's key when the user has named none. It is never an address that only a file names. */
function addressFor(apiKey: string, stored: Pair | undefined, stack: StackFile | undefined): string {
  const way = 'Set ROTAMER_BASE_URL too, or pass --base-url';
  if (stored) {
    if (stored.api_key === apiKey || sameService(stored.base_url, DEFAULT_URL)) return stored.base_url;
    throw new UsageError(
      `ROTAMER_API_KEY is not sent to ${stored.base_url}, which ${stored.source} names. ${way}, or unset ROTAMER_API_KEY.`,
    );
  }
  if (stack?.refused !== undefined) throw new UsageError(`${stack.path} does not count: ${stack.refused}. ${way}.`);
  return DEFAULT_URL;
}

/** Returns the message about an unusable stack file. */
export function refusal(refused: string): string {
  return `The stack file does not count: ${refused}. Set ROTAMER_BASE_URL and ROTAMER_API_KEY, or log in with rotamer login --base-url URL.`;
}

/** Checks a key. The message of an error names the key's source, never the key. */
export function keyOf(text: string, source: string): string {
  try {
    return checkKey(text, source);
  } catch (error) {
    if (error instanceof RotamerError) throw new UsageError(error.message);
    throw error;
  }
}

function sameService(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(text: string): string {
  const { origin, pathname } = URL.canParse(text) ? new URL(text) : { origin: '', pathname: text };
  return origin + pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
