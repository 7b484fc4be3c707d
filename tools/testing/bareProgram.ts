import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a command, whose words are parted by spaces, in a new folder with these files. Returns the text of the file `out`
 * that it wrote. `env` is added to the environment.
 */
export function runBare(command: string, files: Record<string, string>, env: Record<string, string> = {}): string {
  const cwd = mkdtempSync(join(tmpdir(), 'rotamer-bare-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const [program, ...args] = command.split(' ').filter((word) => word !== '') as [string, ...string[]];
    execFileSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
    return readFileSync(join(cwd, 'out'), 'utf8');
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Returns the lines of a text, without spaces at their ends, in the order of the alphabet. */
export const sortedLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .sort();
