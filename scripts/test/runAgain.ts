import type { Failure } from './report.ts';
import type { Step } from './steps.ts';

/** More failed files than this have a common cause, and are not run again. */
const MAX_FILES = 3;

/** A step that did not pass. It has no failures if it crashed, or is not one of vitest. */
export interface FailedStep {
  step: Step;
  failures: Failure[];
}

/**
 * Runs the files with failed tests once more, by themselves, and returns the steps that did not pass then either. A story on a busy
 * machine can fail by its load; a fault of the code fails again. Unit tests run no processes, so they are not run again, nor are
 * steps that crashed, nor anything if many files failed. The caller reports what passed only now.
 */
export async function runAgain<One extends FailedStep>(
  failed: One[],
  run: (step: Step, command: string[]) => Promise<boolean>,
): Promise<One[]> {
  const files = failed.map((one) => [...new Set(one.failures.map(({ file }) => file))]);
  if (files.flat().length > MAX_FILES) return failed;
  const stillFailed: One[] = [];
  for (const [index, one] of failed.entries()) {
    const canPass = files[index]!.length > 0 && one.step.project !== 'unit';
    if (canPass && (await run(one.step, [...withoutPaths(one.step.command), ...files[index]!]))) continue;
    stillFailed.push(one);
  }
  return stillFailed;
}

/** Returns a command of vitest without the paths that choose files: its first two words, and the projects. */
function withoutPaths(command: string[]): string[] {
  const projects = command.flatMap((word, index) => (word === '--project' ? [word, command[index + 1]!] : []));
  return [...command.slice(0, 2), ...projects];
}
