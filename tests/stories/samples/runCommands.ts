import { execFileSync } from 'node:child_process';
import { run } from '@rotamer/cli/run.ts';
import { fakeIo } from '@rotamer/cli/testing/fakeIo.ts';
import type { Failures, RunSamples } from '@rotamer/test-support/samples/sampleWorld.ts';

/**
 * Runs samples of the command line. A shell splits each sample into words; the command itself runs in this process,
 * because starting Node takes longest.
 */
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

/** Returns the arguments of `rotamer` in a shell line. */
function wordsOf(code: string): string[] {
  const script = `rotamer() { printf '%s\\0' "$@"; }\n${code}`;
  return execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}
