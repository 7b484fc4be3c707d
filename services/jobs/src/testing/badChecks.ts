import { type CheckBatch, type CheckOutcome, checkEach } from '../catalogue/checkBatch.ts';

/** Checks that hang, end their thread, or wait for half a second without using CPU time, by the name of the tool. */
export default function badChecks(batch: CheckBatch): CheckOutcome[] {
  return checkEach(batch, ({ tool }) => {
    while (tool === 'hangs');
    if (tool === 'waits') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    if (tool === 'dies') process.exit(1);
    return { verdict: { problems: [], units: 1 }, settings: { checked: tool } };
  });
}
