import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ToolError } from '../../contract.ts';
import { readOutput } from './outputs.ts';
import { programs } from './programs.ts';
import { type Order, runProgram } from './runProgram.ts';

export interface PythonOrder extends Omit<Order, 'program' | 'args' | 'input' | 'onStderr'> {
  /** The script, next to its tool. It has a function `run(request)`. */
  script: string;
  /** JSON for `run`. The script reads and writes files in `cwd`. */
  request: object;
  /** Called with the steps done and all steps, when the script calls `progress` of rotamer_tool. */
  onProgress?: (done: number, total: number) => void;
}

/** Takes the paths of the script, of the request and of the answer. */
const MAIN = join(import.meta.dirname, 'python/main.py');

const REQUEST = 'request.json';
const ANSWER = 'answer.json';

/** What main.py writes: the value of `run`, or why there is none. */
type Answer<T> = { answer: T } | { refused: string } | { failed: string };

/**
 * Runs a tool's own Python script in the environment that `npm run tools:python` makes. Returns the value of its `run`;
 * undefined when the job was stopped. All limits of programs apply (runProgram.ts). The script has one thread unless
 * the order says otherwise, and hashes without a random seed, so that sets have the same order each time.
 *
 * @throws ToolError when the script raises `Refused`, with its message, or ends without an answer.
 */
export async function runPython<T>(order: PythonOrder): Promise<T | undefined> {
  const { script, request, onProgress, ...rest } = order;
  const [asked, answered] = [REQUEST, ANSWER].map((name) => join(order.cwd, name)) as [string, string];
  writeFileSync(asked, JSON.stringify(request));
  writeFileSync(answered, '');
  const finished = await runProgram({
    ...rest,
    program: programs.python,
    // Ignore packages in a user's home, and write no compiled files next to the scripts.
    args: ['-s', '-B', MAIN, script, asked, answered],
    env: { PYTHONHASHSEED: '0', OPENBLAS_NUM_THREADS: String(order.threads ?? 1), ...order.env },
    onStderr: (line) => {
      const [, done, total] = /^progress (\d{1,9}) (\d{1,9})$/.exec(line) ?? [];
      if (done && total) onProgress?.(Number(done), Number(total));
    },
  });
  if (finished.stopped) return undefined;
  const answer = JSON.parse(readOutput(programs.python, answered)) as Answer<T>;
  if ('refused' in answer) throw new ToolError(answer.refused);
  if ('failed' in answer) throw new ToolError(`${basename(script)} failed: ${answer.failed}`);
  return answer.answer;
}
