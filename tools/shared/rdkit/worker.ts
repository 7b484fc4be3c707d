import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { MainModule } from '@rdkit/rdkit';
import { type TaskName, taskOf } from './tasks/tasks.ts';
import { Rejection, toolbox } from './toolbox.ts';

/** A task for one molecule, or a SMARTS to compile. */
export type Request = { task: TaskName; text: string; options: unknown } | { smarts: string };

/** After `broken` this thread must not be used again. */
export type Reply = 'ready' | { result: unknown } | { rejection: string } | { broken: string };

const port = parentPort!;
type Print = (line: string) => void;
const initRdkit: (options: { print: Print; printErr: Print }) => Promise<MainModule> = createRequire(import.meta.url)(
  '@rdkit/rdkit',
);
// RDKit prints a warning for many molecules. Important ones are returned with the result.
const tools = toolbox(await initRdkit({ print: () => {}, printErr: () => {} }));

port.on('message', (request: Request) => {
  tools.beginTask();
  port.postMessage(answer(request));
});
port.postMessage('ready' satisfies Reply);

function answer(request: Request): Reply {
  try {
    if ('smarts' in request) return { result: tools.query(request.smarts).get_num_atoms() };
    return { result: taskOf(request.task)(tools, request.text, request.options) };
  } catch (error) {
    if (error instanceof Rejection) return { rejection: error.message };
    return { broken: error instanceof Error ? error.message : String(error) };
  }
}
