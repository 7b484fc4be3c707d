import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = `
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { countExternalMemory } from '${join(import.meta.dirname, 'externalMemory.ts')}';

if (process.argv[1] === 'counted') countExternalMemory();
let whole = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) whole++;
}).observe({ entryTypes: ['gc'] });
for (let n = 0; n < 32_000; n++) {
  Buffer.allocUnsafeSlow(64 * 1024)[0] = 1;
  if (n % 10 === 0) await turn();
}
await turn();
console.log(JSON.stringify({ whole, megabytes: process.resourceUsage().maxRSS / 1024 }));
`;

/** Counts how often the whole heap is collected while 2 GB pass through a process in buffers. */
async function collections(mode: 'counted' | 'uncounted'): Promise<{ whole: number; megabytes: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, mode]);
  return JSON.parse(stdout);
}

it('reduces collections of the whole heap while 2 GB of buffers pass, and frees the buffers', async () => {
  const [counted, uncounted] = [await collections('counted'), await collections('uncounted')];
  expect(counted.whole).toBeLessThan(uncounted.whole / 2);
  expect(counted.megabytes).toBeLessThan(uncounted.megabytes + 100);
});
