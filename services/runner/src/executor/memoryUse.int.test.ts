import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { memoryExceeds } from './memoryUse.ts';
import { listProcesses } from './processTable.ts';

const MIB = 1024 * 1024;

/** A process of 100 MiB and its fork that has not started a program yet, as after every spawn for a moment. */
const FORKS = `import os, sys
kept = bytearray(os.urandom(1024)) * (100 * 1024)
child = os.fork()
if child == 0: os.read(0, 1)
else: print(child, flush=True); os.waitpid(child, 0)`;

it.skipIf(process.platform !== 'linux')('memory that a process shares with its forked child counts once', async () => {
  const parent = spawn('python3', ['-c', FORKS], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [pid] = await once(parent.stdout, 'data');
    const both = listProcesses(0).filter((entry) => [parent.pid, Number(pid)].includes(entry.pid));
    expect(both.map(({ forked }) => forked).sort()).toEqual([false, true]);
    expect(memoryExceeds(both, 80 * MIB)).toBe(true);
    expect(memoryExceeds(both, 160 * MIB)).toBe(false);
  } finally {
    parent.stdin.end('x');
    await once(parent, 'exit');
  }
});

/** A process that has used 0.3 s of processor time, however long that took, and then sleeps. */
const BUSY = `import sys, time
while time.process_time() < 0.3: pass
print('done', flush=True); sys.stdin.read()`;

it.skipIf(process.platform !== 'linux')('counts the processor time of a process, not its wall time', async () => {
  const child = spawn('python3', ['-c', BUSY], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    const [entry] = listProcesses(0).filter(({ pid }) => pid === child.pid);
    expect(entry!.processorMs).toBeGreaterThanOrEqual(280);
    expect(entry!.processorMs).toBeLessThan(1_000);
  } finally {
    child.stdin.end();
    await once(child, 'exit');
  }
});
