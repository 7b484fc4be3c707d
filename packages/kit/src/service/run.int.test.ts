import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';

const program = join(import.meta.dirname, '../testing/service.ts');
const env = { ...process.env, ROTAMER_LOG_LEVEL: 'info' };

interface Line {
  level: string;
  message: string;
  reason?: string;
  part?: string;
  err?: { message: string };
}

/** Records the log of a process, and how it ended. */
function watch(child: ChildProcess) {
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout!.on('data', (chunk) => (output += chunk));
  child.stderr!.on('data', (chunk) => (output += chunk));
  // Not 'close', which is not emitted after the parent disconnects.
  const ended = Promise.all([once(child, 'exit'), once(child.stdout!, 'end')]).then(
    ([[code]]) => code as number | null,
  );
  const lines = (): Line[] =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { child, ended, lines, says: (message: string) => lines().some((line) => line.message === message) };
}

/** Starts a service as the stack does, with a channel to its parent. */
function start(fate = 'fares well') {
  return watch(fork(program, [fate], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }));
}

async function startReady(fate?: string) {
  const service = start(fate);
  const message = new Promise((resolve) => service.child.once('message', resolve));
  expect(await message).toEqual({ ready: true });
  return service;
}

const messages = (lines: Line[]) => lines.map(({ message }) => message);

describe('a service process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('drains in reverse order on %s and exits with 0', async (signal) => {
    const { child, ended, lines } = await startReady();
    child.kill(signal);
    child.kill(signal); // once is enough, twice does no harm
    expect(await ended).toBe(0);
    expect(messages(lines())).toEqual(['ready', 'stopping', 'second stopped', 'first stopped', 'stopped']);
    expect(lines()[1]).toMatchObject({ reason: signal });
  });

  it('stops the other parts when one part cannot be stopped', async () => {
    const { child, ended, lines } = await startReady('cannot stop');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(messages(lines()).slice(1)).toEqual([
      'stopping',
      'second stopped',
      'could not stop',
      'first stopped',
      'stopped',
    ]);
    expect(lines()[3]).toMatchObject({ part: 'second', err: { message: 'still busy' } });
  });

  it('exits with 1 when it has not drained in time', async () => {
    const { child, ended, lines } = await startReady('never stops');
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
    expect(lines().at(-1)).toMatchObject({ level: 'error', message: 'not drained in time' });
  });

  it('drains when its parent is gone', async () => {
    const { child, ended, lines } = await startReady();
    child.disconnect();
    expect(await ended).toBe(0);
    expect(messages(lines())).toContain('first stopped');
    expect(lines()[1]).toMatchObject({ message: 'stopping', reason: 'parent gone' });
  });

  it('exits when its parent was gone before it listened', async () => {
    const { child, ended } = start();
    child.disconnect();
    expect(await ended).toBe(0);
  });

  it('exits on SIGTERM during its start', async () => {
    const { child, ended, lines, says } = start('slow start');
    await eventually(() => says('starting slowly'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(messages(lines())).toEqual(['starting slowly', 'stopping', 'first stopped', 'stopped']);
  });

  it('logs why it could not start, stops the started parts, and exits with 1', async () => {
    const { ended, lines, says } = start('cannot start');
    expect(await ended).toBe(1);
    expect(lines()[0]).toMatchObject({
      level: 'fatal',
      message: 'could not start',
      err: { message: 'no such database' },
    });
    expect(says('first stopped')).toBe(true);
    expect(says('ready')).toBe(false);
  });

  it.each([
    ['throws later', 'uncaught exception', 'nobody caught me'],
    ['rejects later', 'unhandled rejection', 'forgotten promise'],
  ])('drains and exits with 1 when something %s', async (fate, message, reason) => {
    const { ended, lines, says } = await startReady(fate);
    expect(await ended).toBe(1);
    expect(lines()[1]).toMatchObject({ level: 'fatal', message, err: { message: reason } });
    expect(says('first stopped')).toBe(true);
  });

  it('exits although nobody reads its log', async () => {
    const { child } = await startReady();
    const exit = once(child, 'exit');
    child.stdout!.destroy();
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it.each([
    ['fares well', 0],
    ['throws later', 1],
  ])('continues when the disk of its log is full, and exits (%s)', async (fate, code) => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const child = fork(program, [fate], { env, stdio: ['ignore', full, 'ignore', 'ipc'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    expect(await once(child, 'message')).toMatchObject([{ ready: true }, undefined]);
    if (code === 0) child.kill('SIGTERM');
    expect(await exit).toEqual([code, null]);
  });

  it('runs without a parent', async () => {
    const service = watch(spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
    await eventually(() => service.says('ready'));
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });
});
