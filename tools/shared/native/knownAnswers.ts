import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Program } from '../../contract.ts';

/**
 * How long an answer is trusted. A program can lose a dependency, such as a library, while its own file stays the same.
 */
const KNOWN_MS = 24 * 3_600_000;

/**
 * Whether a program has answered its probe within a day. `folder` has a file for each answer. Its name is a hash of the
 * probe and of the program's file with size and time of change. Failed probes are never stored, so the program is
 * probed again as soon as its missing dependency may be installed.
 */
export function isKnown(program: Program, folder: string): boolean {
  const answer = statSync(answerFile(program, folder), { throwIfNoEntry: false });
  return answer !== undefined && Date.now() - answer.mtimeMs < KNOWN_MS;
}

/** Records that a program has just answered its probe. */
export function keepAnswer(program: Program, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(answerFile(program, folder), `${program.command}\n`);
  } catch {
    // A record only saves time: without it the program is probed again.
  }
}

function answerFile({ command, probe, answer }: Program, folder: string): string {
  const asked = JSON.stringify([fileOf(command), probe, answer]);
  return join(folder, createHash('sha256').update(asked).digest('hex'));
}

/** Returns the file that a command runs, with symbolic links resolved; undefined when there is none. */
export function fileOf(command: string): { file: string; size: number; mtimeMs: number } | undefined {
  const folders = command.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  for (const folder of folders) {
    try {
      const file = realpathSync(resolve(folder, command));
      accessSync(file, constants.X_OK);
      const { size, mtimeMs } = statSync(file);
      return { file, size, mtimeMs };
    } catch {
      // The folder does not have the command.
    }
  }
  return undefined;
}
