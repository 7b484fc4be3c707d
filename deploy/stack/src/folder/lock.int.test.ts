import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf } from '@rotamer/neighbours/processes.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotamer-lock-'));
  file = join(folder, 'stack.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

async function startOther() {
  const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
  await once(other, 'spawn');
  return { pid: other.pid!, command: commandOf(other.pid!), kill: () => other.kill() };
}

describe('the lock of a data folder', () => {
  it('is refused while its owner runs, naming the owner and how to stop it', async () => {
    const other = await startOther();
    writeFileSync(file, JSON.stringify({ pid: other.pid, command: other.command }));
    expect(() => lockDataFolder(folder, file)).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(folder, file)).toThrow(`kill ${other.pid}`);
    other.kill();
  });

  it('is taken over when its owner’s pid belongs to another program', async () => {
    const other = await startOther();
    writeFileSync(file, JSON.stringify({ pid: other.pid, command: 'node deploy/stack/src/start.ts' }));
    lockDataFolder(folder, file)();
    other.kill();
  });

  it('no longer exists once released', () => {
    const unlock = lockDataFolder(folder, file);
    expect(existsSync(file)).toBe(true);
    unlock();
    expect(existsSync(file)).toBe(false);
  });
});
