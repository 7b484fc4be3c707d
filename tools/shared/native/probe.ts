import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Program } from '../../contract.ts';

const PROBE_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Whether a program is on the PATH and names itself; never throws. */
export function answersProbe({ command, probe, answer }: Program): Promise<boolean> {
  return new Promise((resolve) => {
    // APBS leaves a log in its current directory whatever it is asked.
    const options = { cwd: tmpdir(), timeout: PROBE_MS, killSignal: 'SIGKILL', maxBuffer: MAX_ANSWER_BYTES } as const;
    const child = execFile(command, probe, options, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`.includes(answer)),
    );
    child.stdin?.end();
    // A program that ends before its input is closed.
    child.stdin?.on('error', () => {});
  });
}

/** Those of the programs that do not answer, each once. */
export async function missingPrograms(wanted: Program[]): Promise<Program[]> {
  const each = [...new Map(wanted.map((program) => [program.command, program])).values()];
  const answers = await Promise.all(each.map(answersProbe));
  return each.filter((_, i) => !answers[i]);
}
