import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The folder of downloaded or built programs; kept between runs, never committed. */
const cache = join(import.meta.dirname, '../../..', 'node_modules', '.cache', 'rotamer-real');

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Creates a folder of this name atomically, also when two processes do so concurrently. Returns its path. */
export async function made(name: string, make: (draft: string) => Promise<unknown>): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await make(draft);
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Runs a program until it ends, and returns its output.
 *
 * @throws Error with the end of the output.
 */
export async function run(program: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { env, cwd } = options;
  try {
    const all = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    return (await promisify(execFile)(program, args, all)).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${`${stdout}${stderr}`.trim().split('\n').slice(-20).join('\n')}`);
  }
}
