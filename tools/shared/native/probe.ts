import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Program } from '../../contract.ts';

const PROBE_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** At a time: dozens of them at once keep each other from answering on a small or busy machine. */
const PROBES = 4;

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
  const missing = new Set<Program>();
  const waiting = each.values();
  async function probeNext(): Promise<void> {
    for (const program of waiting) if (!(await answersProbe(program))) missing.add(program);
  }
  await Promise.all(Array.from({ length: PROBES }, probeNext));
  return each.filter((program) => missing.has(program));
}
