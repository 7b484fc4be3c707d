import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Program } from '../../contract.ts';
import { fileOf } from './knownAnswers.ts';

const PROBE_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_LENGTH = 200;

const asked = new Map<string, Promise<string | undefined>>();

/**
 * Returns the line with its version that a program prints; undefined when it prints none. A program is asked once, and
 * again when its file has changed.
 */
export function versionOf(program: Program): Promise<string | undefined> {
  const key = JSON.stringify([fileOf(program.command), program.version ?? program.probe]);
  const known = asked.get(key);
  if (known) return known;
  const answer = ask(program);
  asked.set(key, answer);
  return answer;
}

function ask({ command, probe, answer, version }: Program): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = {
      // Only what a program needs to be found: a runner's environment has tokens.
      env: { PATH: process.env.PATH, HOME: tmpdir(), LC_ALL: 'C.UTF-8' },
      cwd: tmpdir(),
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_ANSWER_BYTES,
    } as const;
    const child = execFile(command, version ?? probe, options, (_, stdout, stderr) =>
      resolve(versionLine(`${stdout}\n${stderr}`, version ? '' : answer)),
    );
    // A program may end before its input is closed.
    child.stdin?.on('error', () => {}).end();
  });
}

/**
 * Returns the line of a program's answer that says its version: of the lines with a number such as 2.0.7 or v7, the first
 * one that has `name`, or else the first one. Undefined when no line has such a number.
 */
export function versionLine(text: string, name: string): string | undefined {
  const lines = text
    .split(/[\r\n]/)
    .map((line) => line.replace(/[^\P{C}\t]/gu, '').trim())
    .filter((line) => /\d+\.\d|\bv?\d{2,}\b|\b[vV]\d/.test(line));
  const line = lines.find((one) => one.includes(name)) ?? lines[0];
  return line?.slice(0, MAX_LENGTH);
}
