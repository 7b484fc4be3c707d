import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { commandOf } from '@rotamer/neighbours/processes.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SupervisedService, superviseService } from './superviseService.ts';

let folder: string;
let service: SupervisedService | undefined;
let restarts: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotamer-service-'));
  restarts = 0;
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
  rmSync(folder, { recursive: true });
});

async function supervise(script: string): Promise<SupervisedService> {
  const main = join(folder, 'main.mjs');
  writeFileSync(main, script);
  const spec = { name: 'folding', main, env: {}, logFile: join(folder, 'folding.log') };
  service = await superviseService(spec, { died: () => {}, restarted: () => (restarts += 1) });
  return service;
}

const well = `
  process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
  process.on('disconnect', () => process.exit(0));
  process.send({ ready: true });`;

describe('a supervised service', () => {
  it('is restarted when it exits', async () => {
    const { pid } = await supervise(well);
    const first = pid();
    process.kill(first, 'SIGKILL');
    await eventually(() => restarts === 1);
    expect(pid()).not.toBe(first);
    expect(commandOf(pid())).toContain('main.mjs');
  });

  it('drains when it is stopped, and is not restarted', async () => {
    const { stop, pid } = await supervise(well);
    await stop();
    expect(commandOf(pid())).toBe('');
    expect(readFileSync(join(folder, 'folding.log'), 'utf8')).toContain('drained');
    expect(restarts).toBe(0);
  });

  it('reports the service’s own error when it never becomes ready', async () => {
    const failing = `console.log(JSON.stringify({ message: 'could not start', err: { message: 'no such database' } }));
      process.exit(1);`;
    await expect(supervise(failing)).rejects.toThrow('folding did not start (exit code 1): could not start: no such');
  });

  it('reports the reason of a failed start, also when its drain fails', async () => {
    const failing = `
      console.log(JSON.stringify({ level: 'fatal', message: 'could not start', err: { message: 'EADDRINUSE' } }));
      console.log(JSON.stringify({ level: 'warn', message: 'loop pass failed', err: { message: 'no billing' } }));
      process.exit(1);`;
    await expect(supervise(failing)).rejects.toThrow(
      'folding did not start (exit code 1): could not start: EADDRINUSE',
    );
  });
});
