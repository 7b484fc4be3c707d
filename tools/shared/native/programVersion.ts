import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import type { Program } from '../../contract.ts';
import { fileOf } from './knownAnswers.ts';

const PROBE_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_LENGTH = 300;

const asked = new Map<string, Promise<string | undefined>>();

/**
 * Returns the line with its version that a program prints; undefined when it prints none or cannot be started. A program
 * that has started is asked once, and again when its file has changed.
 */
export function versionOf(program: Program): Promise<string | undefined> {
  const key = JSON.stringify([fileOf(program.command), program.version ?? program.probe]);
  const known = asked.get(key);
  if (known) return known;
  const answer = ask(program).catch(() => {
    asked.delete(key);
    return undefined;
  });
  asked.set(key, answer);
  return answer;
}

function ask({ command, probe, answer, version }: Program): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const options = {
      // Only what a program needs to be found: a runner's environment has tokens.
      env: { PATH: process.env.PATH, HOME: tmpdir(), LC_ALL: 'C.UTF-8' },
      cwd: tmpdir(),
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_ANSWER_BYTES,
    } as const;
    const child = execFile(command, version ?? probe, options, (error, stdout, stderr) => {
      // The system had no memory or processes left, or the program is not installed.
      if (error && 'syscall' in error) reject(error);
      else resolve(versionLine(`${stdout}\n${stderr}`, version ? '' : answer));
    });
    // A program may end before its input is closed.
    child.stdin?.on('error', () => {}).end();
  });
}

/**
 * Returns the line of a program's answer that says its version: the first one with the word and a number, or else the
 * first one with `name` and a number. Undefined when there is neither.
 */
export function versionLine(text: string, name: string): string | undefined {
  const lines = text.split(/[\r\n]/).map(plain);
  const line =
    lines.find((one) => /\bversion\b\W{0,3}(?:\w+ )?v?\d/i.test(one)) ??
    lines.find((one) => one.includes(name) && /\d\.\d|\bv\d/i.test(one));
  return line?.slice(0, MAX_LENGTH);
}

/** Returns a line without colours, control characters and the decoration around a title. */
function plain(line: string): string {
  return stripVTControlCharacters(line)
    .replace(/[^\P{C}\t]/gu, '')
    .replace(/^[\s=#*-]+|[\s=#*-]+$/g, '');
}
