import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeOwnFolder, ownTemporaryFolder } from './ownFolder.ts';

function temporary(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, mode);
  return folder;
}

/** Makes this process seem to run as another user. */
function become(uid: number): void {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(uid);
  onTestFinished(() => getuid.mockRestore());
}

describe('the folder of a runner', () => {
  it('has another name for each user of a machine', () => {
    const own = ownTemporaryFolder('rotamer-runner');
    become(process.getuid!() + 1);
    expect(ownTemporaryFolder('rotamer-runner')).not.toBe(own);
  });

  it('is created, and found again', async () => {
    const folder = join(temporary(0o1777), 'work');
    await makeOwnFolder(folder);
    await makeOwnFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o711);
  });

  it('is refused when another user made it in a folder that every user can write to', async () => {
    const folder = join(temporary(0o1777), 'work');
    mkdirSync(folder);
    become(process.getuid!() + 1);
    await expect(makeOwnFolder(folder)).rejects.toThrow('ROTAMER_WORK_DIR');
  });

  it('is accepted when an operator made it in a folder that other users cannot write to', async () => {
    const folder = join(temporary(0o755), 'work');
    mkdirSync(folder);
    if (process.getuid!() === 0) chownSync(folder, 12_345, 12_345);
    await expect(makeOwnFolder(folder)).resolves.toBeUndefined();
  });
});
