import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RotamerOptions } from '@rotamer/client';
import { fetchThrough } from './proxy.ts';

/** Everything that a command knows of the world around it, which tests replace. */
export interface Io {
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  home: string;
  /** The folder the user is in. */
  cwd: string;
  /** Where the process runs, if that is another folder. */
  processCwd?: string;
  out: Output;
  err: Output;
  /** Whether somebody sits there who can answer questions. */
  canAsk: boolean;
  /** All of stdin. */
  readStdin(): Promise<Buffer>;
  /** A question on the terminal; `secret` does not show what is typed. */
  ask(question: string, options?: { secret?: boolean }): Promise<string>;
  /** Aborted by Ctrl-C. */
  interrupted: AbortSignal;
  fetch: typeof fetch;
  /** Another clock, for tests. */
  time?: RotamerOptions['time'];
}

/** An `Io` as the process has it: what is written reaches the terminal as it is. */
export type RawIo = Omit<Io, 'out' | 'err'> & { out: RawOutput; err: RawOutput };

export interface Output extends RawOutput {
  /** Steers the terminal. */
  control(sequence: Control): void;
}

/** The sequences that the program uses: rewrite the line, bold, and back. */
export type Control = '\r\x1b[K' | '\x1b[1m' | '\x1b[0m';

export interface RawOutput {
  write(text: string): void;
  isTerminal: boolean;
  /** Characters of a line; undefined where there is no terminal. */
  columns?: number;
}

/** This process. */
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
    interrupted,
    fetch: fetchThrough(env),
  };
}

/** The home folder; empty: there is none. What is not a full path would be a place in the folder that the user is in. */
export function homeOf(env: Io['env'], passwordEntry = () => userInfo().homedir): string {
  const given = env.HOME ?? env.USERPROFILE;
  if (given !== undefined && isAbsolute(given)) return given;
  try {
    return passwordEntry();
  } catch {
    return '';
  }
}

/** npm runs the script of a checkout in its root, and says where it was called. */
export function userFolder(env: Io['env'], cwd: string): string {
  return env.npm_lifecycle_event === 'rotamer' && env.INIT_CWD ? env.INIT_CWD : cwd;
}

function outputOf(stream: NodeJS.WriteStream): RawOutput {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    get columns() {
      // Some terminals do not know their width, and say 0.
      return stream.columns || undefined;
    },
  };
}

async function ask(question: string, secret: boolean, signal: AbortSignal): Promise<string> {
  process.stderr.write(question);
  const output = secret ? new Writable({ write: (_bytes, _encoding, done) => done() }) : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // The terminal is in raw mode meanwhile, where Ctrl-C is a key like others.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await lines.question('', { signal });
  } finally {
    lines.close();
    if (secret) process.stderr.write('\n');
  }
}
