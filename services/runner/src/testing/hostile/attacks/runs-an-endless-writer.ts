import type { Run } from '@rotamer/tools/contract.ts';
import { runProgram } from '@rotamer/tools/shared/native/runProgram.ts';

/** Runs a program that never stops writing. */
export const run: Run = async ({ workdir, signal }) => {
  const program = { command: 'yes', probe: [], answer: '', debian: 'coreutils' };
  await runProgram({ program, args: [], cwd: workdir, signal, maxOutputMiB: 4 });
};
