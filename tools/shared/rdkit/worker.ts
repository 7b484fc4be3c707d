import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { MainModule } from '@rdkit/rdkit';
import { type DescribeOptions, type Description, describe, Rejection } from './describe.ts';

export interface Request {
  text: string;
  options: DescribeOptions;
}

/** After `broken` this thread must not be used any more. */
export type Reply = 'ready' | { description: Description } | { rejection: string } | { broken: string };

const port = parentPort!;
const initRdkit: () => Promise<MainModule> = createRequire(import.meta.url)('@rdkit/rdkit');
const rdkit = await initRdkit();
const errors = rdkit.set_log_capture('rdApp.error');

port.on('message', ({ text, options }: Request) => {
  errors?.clear_buffer();
  port.postMessage(answer(text, options));
});
port.postMessage('ready' satisfies Reply);

function answer(text: string, options: DescribeOptions): Reply {
  try {
    return { description: describe(rdkit, () => errors?.get_buffer() ?? '', text, options) };
  } catch (error) {
    if (error instanceof Rejection) return { rejection: error.message };
    return { broken: error instanceof Error ? error.message : String(error) };
  }
}
