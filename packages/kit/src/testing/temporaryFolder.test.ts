import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { leftFolders, temporaryFolder } from './temporaryFolder.ts';

it('finds the folders of processes that have ended, and none of a running process', () => {
  const ours = temporaryFolder('specimen');
  const { pid } = spawnSync('true');
  const left = mkdtempSync(join(dirname(ours), `rotamer-specimen-${pid}-`));
  onTestFinished(() => [ours, left].forEach((folder) => void rmSync(folder, { recursive: true })));
  expect(leftFolders()).toContain(left);
  expect(leftFolders()).not.toContain(ours);
  expect(existsSync(left)).toBe(true);
});
