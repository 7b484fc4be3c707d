import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Program } from '../../contract.ts';

/** A program can lose what it needs, such as a library, without a change of its own file. */
const KNOWN_MS = 24 * 3_600_000;

/**
 * Whether a program is known to have answered its probe within a day: `folder` has a file for each that did, named by what was asked
 * and by the program's own file with its size and time of change. That one did not answer is never kept, so it is asked
 * again as soon as somebody may have installed what it lacked.
 */
export function isKnown(program: Program, folder: string): boolean {
  const answer = statSync(answerFile(program, folder), { throwIfNoEntry: false });
  return answer !== undefined && Date.now() - answer.mtimeMs < KNOWN_MS;
}

/** Keeps that a program has answered just now. */
export function keepAnswer(program: Program, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(answerFile(program, folder), `${program.command}\n`);
  } catch {
    // It only saves time: whoever cannot keep it asks again.
  }
}

function answerFile({ command, probe, answer }: Program, folder: string): string {
  const asked = JSON.stringify([fileOf(command), probe, answer]);
  return join(folder, createHash('sha256').update(asked).digest('hex'));
}

/** The file that a command runs, where its links lead to; undefined when there is none. */
function fileOf(command: string): { file: string; size: number; mtimeMs: number } | undefined {
  const folders = command.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  for (const folder of folders) {
    try {
      const file = realpathSync(resolve(folder, command));
      accessSync(file, constants.X_OK);
      const { size, mtimeMs } = statSync(file);
      return { file, size, mtimeMs };
    } catch {
      // Not in this one.
    }
  }
  return undefined;
}
