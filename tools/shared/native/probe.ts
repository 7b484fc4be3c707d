import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Program } from '../../contract.ts';
import { isKnown, keepAnswer } from './knownAnswers.ts';

const PROBE_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Whether a program is on the PATH and answers its probe with its name. Never throws. */
export function answersProbe({ command, probe, answer }: Program): Promise<boolean> {
  return new Promise((resolve) => {
    // APBS leaves a log in its current directory on every call.
    const options = { cwd: tmpdir(), timeout: PROBE_MS, killSignal: 'SIGKILL', maxBuffer: MAX_ANSWER_BYTES } as const;
    const child = execFile(command, probe, options, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`.includes(answer)),
    );
    child.stdin?.end();
    // A program may end before its input is closed.
    child.stdin?.on('error', () => {});
  });
}

/**
 * Returns the programs that do not answer, each once. They are probed one after the other, because some take half a
 * second of a core. With a folder of `known` answers, programs that answered within a day are not probed again
 * (knownAnswers.ts).
 */
export async function missingPrograms(wanted: Program[], known?: string): Promise<Program[]> {
  const each = new Map(wanted.map((program) => [program.command, program])).values();
  const missing: Program[] = [];
  for (const program of each) {
    if (known !== undefined && isKnown(program, known)) continue;
    const answers = await answersProbe(program);
    if (!answers) missing.push(program);
    else if (known !== undefined) keepAnswer(program, known);
  }
  return missing;
}
