import type { Run } from '@rotamer/tools/contract.ts';
import { runProgram } from '@rotamer/tools/shared/native/runProgram.ts';

/** Runs a program that crashes, as programs of tools do for unexpected inputs. */
export const run: Run = async ({ workdir, signal }) => {
  const program = { command: '/bin/sh', probe: [], answer: '', debian: 'dash' };
  await runProgram({ program, args: ['-c', 'echo reading row 7 >&2; kill -SEGV $$'], cwd: workdir, signal });
};
