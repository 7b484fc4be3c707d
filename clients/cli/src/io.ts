import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RotamerOptions } from '@rotamer/client';
import { fetchThrough } from './proxy.ts';

/** Everything that a command uses of its environment. Tests replace it. */
export interface Io {
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  home: string;
  /** The current folder of the user. */
  cwd: string;
  /** The folder in which the process runs, if it differs from `cwd`. */
  processCwd?: string;
  out: Output;
  err: Output;
  /** Whether a person can answer questions on the terminal. */
  canAsk: boolean;
  /** Reads all of stdin. */
  readStdin(): Promise<Buffer>;
  /** Asks a question on the terminal; `secret` hides the typed answer. */
  ask(question: string, options?: { secret?: boolean }): Promise<string>;
  /** Opens a web page, if the machine has a browser. Never fails, because the address is also printed. */
  openBrowser(url: string): void;
  /** Aborted by Ctrl-C. */
  interrupted: AbortSignal;
  fetch: typeof fetch;
  /** A replacement of the clock, for tests. */
  time?: RotamerOptions['time'];
}

/** The `Io` of the process. Text reaches the terminal unchanged. */
export type RawIo = Omit<Io, 'out' | 'err'> & { out: RawOutput; err: RawOutput };

export interface Output extends RawOutput {
  /** Writes a part of a document, such as CSV or a log, with its tabs. */
  writeDocument(part: string): void;
  /** Sends a control sequence to the terminal. */
  control(sequence: Control): void;
}

/** The control sequences that the program uses: rewrite the line, bold, and normal. */
export type Control = '\r\x1b[K' | '\x1b[1m' | '\x1b[0m';

export interface RawOutput {
  write(text: string): void;
  isTerminal: boolean;
  /** Width of the terminal in characters; undefined without a terminal. */
  columns?: number;
}

/** Returns the `Io` of this process. */
export function processIo(interrupted: AbortSignal): RawIo {
  const { env, platform, stdin, stdout, stderr } = process;
  return {
    env,
    platform,
    home: homeOf(env),
    cwd: userFolder(env, process.cwd()),
    processCwd: process.cwd(),
    out: outputOf(stdout),
    err: outputOf(stderr),
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    readStdin: () => buffer(addAbortSignal(interrupted, stdin)),
    ask: (question, { secret = false } = {}) => ask(question, secret, interrupted),
    openBrowser: (url) => openBrowser(platform, url),
    interrupted,
    fetch: fetchThrough(env),
  };
}

/** Returns the home folder; empty for none. A relative path is ignored, because it would lead into the current folder. */
export function homeOf(env: Io['env'], passwordEntry = () => userInfo().homedir): string {
  const given = env.HOME ?? env.USERPROFILE;
  if (given !== undefined && isAbsolute(given)) return given;
  try {
    return passwordEntry();
  } catch {
    return '';
  }
}

/** Returns the user's folder. npm runs the script of a checkout in the checkout's root, and passes the user's folder on. */
export function userFolder(env: Io['env'], cwd: string): string {
  return env.npm_lifecycle_event === 'rotamer' && env.INIT_CWD ? env.INIT_CWD : cwd;
}

/** The URL is an argument and not part of a command line, so no shell reads it. */
function openBrowser(platform: NodeJS.Platform, url: string): void {
  const commands: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [command, ...args] = commands[platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function outputOf(stream: NodeJS.WriteStream): RawOutput {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    get columns() {
      // Some terminals report a width of 0 when they do not know it.
      return stream.columns || undefined;
    },
  };
}

async function ask(question: string, secret: boolean, signal: AbortSignal): Promise<string> {
  process.stderr.write(question);
  const output = secret ? new Writable({ write: (_bytes, _encoding, done) => done() }) : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // In raw mode the terminal passes Ctrl-C on as an ordinary key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await lines.question('', { signal });
  } finally {
    lines.close();
    if (secret) process.stderr.write('\n');
  }
}
