import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRoot, UnusableDataFolder } from './openRoot.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotamer-root-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('a data folder', () => {
  it('is created with its parents or reused, and stays empty', () => {
    const root = join(folder, 'a', 'b');
    openRoot(root);
    openRoot(root);
    expect(readdirSync(root)).toEqual([]);
  });

  it('is refused with reason and resolution when it is a file or below one', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const root of [file, join(file, 'a', 'b')]) {
      expect(() => openRoot(root)).toThrow(UnusableDataFolder);
      expect(() => openRoot(root)).toThrow(/^Cannot use .+ is a file\. .+--data <folder>/);
    }
  });

  it('is refused when it is a dangling link', () => {
    symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
    expect(() => openRoot(join(folder, 'link'))).toThrow('is a link to nothing');
  });

  it.runIf(process.platform === 'linux').each(['/proc', '/proc/rotamer', '/proc/rotamer/data', '/sys', '/dev/null'])(
    'is refused at %s',
    (root) => expect(() => openRoot(root)).toThrow(`Cannot use ${root} as the data folder`),
  );

  it('is refused when it belongs to another user', () => {
    const own = process.getuid!();
    vi.spyOn(process, 'getuid').mockReturnValue(own + 1);
    mkdirSync(join(folder, 'theirs'));
    expect(() => openRoot(join(folder, 'theirs'))).toThrow(/it belongs to (root|the user with the id \d+)\./);
    expect(existsSync(join(folder, 'theirs', 'secrets.json'))).toBe(false);
  });
});
