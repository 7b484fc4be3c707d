import { type Retry, Rotamer } from '@rotamer/client';
import { readConfig } from './config/configFile.ts';
import { chooseSettings, refusal, type Settings } from './config/settings.ts';
import { readStackFile } from './config/stackFile.ts';
import { UsageError } from './exitCodes.ts';
import type { Io } from './io.ts';
import type { Screen } from './output/screen.ts';
import { words } from './output/visible.ts';

export interface GlobalFlags {
  json?: boolean;
  profile?: string;
  baseUrl?: string;
  /** Seconds during which failed requests are sent again. */
  retryFor?: number;
}

/** The environment of a command. */
export interface Context {
  io: Io;
  screen: Screen;
  settings(): Settings;
  /** Seconds during which failed requests are sent again. */
  retryFor: number;
  /** Returns a client with a key. Throws a usage error when there is no key. */
  client(): Rotamer;
  /** Returns a client with this key. Ctrl-C ends each of its calls. */
  connect(apiKey: string, baseUrl: string): Rotamer;
  /** Makes the command exit with another code than 0, after it has printed its outcome. */
  exitWith(code: number): void;
  exitCode(): number;
}

export function createContext(io: Io, screen: Screen, flags: GlobalFlags): Context {
  let code = 0;
  const settings = () => {
    const read = (folder: string) => readStackFile(folder, undefined, io.env.ROTAMER_DATA);
    const stack = read(io.cwd) ?? (io.processCwd === undefined ? undefined : read(io.processCwd));
    return chooseSettings({ flags, env: io.env, config: readConfig(io), stack });
  };
  const { retryFor = 60 } = flags;
  const onRetry = ({ error, failures }: Retry) => {
    if (failures > 1) return;
    screen.note(words`${error.message.replace(/\.$/, '')}: trying again for up to ${retryFor} s. Ctrl-C ends that.`);
  };
  const connect = (apiKey: string, baseUrl: string) =>
    new Rotamer({
      apiKey,
      baseUrl,
      onRetry,
      retryForMs: retryFor * 1000,
      fetch: io.fetch,
      signal: io.interrupted,
      time: io.time,
    });
  return {
    io,
    screen,
    settings,
    retryFor,
    connect,
    client() {
      const { apiKey, baseUrl, refused } = settings();
      if (!apiKey) {
        const hint = refused === undefined ? '' : ` ${refusal(refused)}`;
        throw new UsageError(
          `There is no API key for ${baseUrl}. Log in with rotamer login, or set ROTAMER_API_KEY.${hint}`,
        );
      }
      return connect(apiKey, baseUrl);
    },
    exitWith: (next) => {
      code = next;
    },
    exitCode: () => code,
  };
}
