import { execFileSync } from 'node:child_process';
import { run } from '@rotamer/cli/run.ts';
import { fakeIo } from '@rotamer/cli/testing/fakeIo.ts';
import type { Failures, RunSamples } from '@rotamer/test-support/samples/sampleWorld.ts';

/** The words are what a shell makes of a sample; the command runs in this process, as starting Node takes longer than all else. */
export const runCommands: RunSamples = async (samples, { recorder, cwd, env }) => {
  const failures: Failures = {};
  for (const { name, code } of samples) {
    recorder.begin(name);
    const io = fakeIo({ env, cwd, home: cwd, fetch });
    const exit = await run(wordsOf(code), io);
    if (exit !== 0) failures[name] = `exit code ${exit} of ${code}\n${io.stderr}\n${io.stdout}`;
  }
  return failures;
};

/** The arguments of `rotamer` in a line for the shell. */
function wordsOf(code: string): string[] {
  const script = `rotamer() { printf '%s\\0' "$@"; }\n${code}`;
  return execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}
