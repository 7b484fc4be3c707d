import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ToolError } from '../../contract.ts';
import { readOutput } from './outputs.ts';
import { programs } from './programs.ts';
import { type Order, runProgram } from './runProgram.ts';

export interface PythonOrder extends Omit<Order, 'program' | 'args' | 'input' | 'onStderr'> {
  /** The script, which lies beside its tool: it has a function `run(request)`. */
  script: string;
  /** JSON that `run` is given. Files that it reads and writes are in `cwd`. */
  request: object;
  /** Steps done of all steps, as the script reports them with `progress` of rotamer_tool. */
  onProgress?: (done: number, total: number) => void;
}

/** Takes the script, the request and the place of the answer. */
const MAIN = join(import.meta.dirname, 'python/main.py');

const REQUEST = 'request.json';
const ANSWER = 'answer.json';

/** What main.py writes: the value of `run`, or why the request cannot be answered. */
type Answer<T> = { answer: T } | { refused: string } | { failed: string };

/**
 * Runs a tool's own Python script in the environment that `npm run tools:python` makes, and returns what its `run` returned; undefined
 * when the job was stopped. It has the bounds of every program (runProgram.ts), one thread unless the order says otherwise, and hashes
 * without a random seed, so that sets have the same order each time.
 *
 * @throws ToolError when the script raises `Refused`, with its message, or ends otherwise than by an answer.
 */
export async function runPython<T>(order: PythonOrder): Promise<T | undefined> {
  const { script, request, onProgress, ...rest } = order;
  const [asked, answered] = [REQUEST, ANSWER].map((name) => join(order.cwd, name)) as [string, string];
  writeFileSync(asked, JSON.stringify(request));
  writeFileSync(answered, '');
  const finished = await runProgram({
    ...rest,
    program: programs.python,
    // Without packages of a user's own, and without writing compiled files beside the scripts.
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
