import { expect, it } from 'vitest';
import { runTimed } from './timedProgram.ts';

const node = (script: string) => runTimed([process.execPath, '-e', script], {}, true);

it('returns the exit code, both outputs, and the CPU time including grandchildren', async () => {
  const burn = 'for (const end = process.cpuUsage().user + 2e5; process.cpuUsage().user < end; );';
  const script = `require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn)}]);
    console.log('one'); console.error('two'); process.exitCode = 3;`;
  const { code, output, cpuSeconds } = await node(script);
  expect([code, output.trim().split('\n').sort()]).toEqual([3, ['one', 'two']]);
  expect(cpuSeconds).toBeGreaterThan(0.2);
});

it('returns 127 when the program does not exist', async () => {
  const { code, output } = await runTimed(['no-such-program'], {}, true);
  expect(code).toBe(127);
  expect(output).toContain('no-such-program');
});
