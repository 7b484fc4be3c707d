// The program of `npm start`, which start.ts runs from its bundle.

import { completeDemo } from './demo/completeDemo.ts';
import { printWelcome } from './demo/printWelcome.ts';
import { parseOptions, UsageError } from './settings/options.ts';
import type { Stack } from './stack.ts';
import { startStack } from './startStack.ts';
import { onStopSignals } from './supervise/stopSignals.ts';

const started = performance.now();
let stack: Stack | undefined;
const abort = new AbortController();

onStopSignals({
  drain: () => void end(),
  kill: () => {
    stack?.kill();
    console.log('Killed.');
    process.exit(1);
  },
});

try {
  const options = parseOptions(process.argv.slice(2));
  console.log('Starting Rotamer …');
  stack = await startStack({ ...options, signal: abort.signal, report });
  printWelcome(stack, performance.now() - started);
  void complete(stack);
} catch (error) {
  if (abort.signal.aborted) {
    console.log('Stopped.');
    process.exit(0);
  }
  console.error(error instanceof UsageError ? error.message : `Rotamer failed to start. ${(error as Error).message}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

/** Completes the demo. Nothing depends on it, so a failure is only reported. */
async function complete(running: Stack): Promise<void> {
  try {
    const page = await completeDemo(running, abort.signal);
    if (!abort.signal.aborted) console.log(`  A finished job ${page}`);
  } catch (error) {
    if (!abort.signal.aborted) report(`the demo workspace has no sample: ${(error as Error).message}`);
  }
}

/** Stops the stack. During startup it aborts the start, and stops the parts that were already started. */
async function end(): Promise<void> {
  console.log(
    '\nStopping: running jobs go back to the queue, then all processes exit. Press Ctrl-C again to stop at once.',
  );
  abort.abort();
  if (!stack) return;
  await stack.stop();
  console.log('Stopped.');
  process.exit(0);
}

function report(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
}
