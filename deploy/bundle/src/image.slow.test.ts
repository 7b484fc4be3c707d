import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNamed } from '@rotamer/deploy/services.ts';
import { temporaryFolder } from '@rotamer/kit/testing/temporaryFolder.ts';
import { expect, it, onTestFinished } from 'vitest';
import { operatorImage, serviceImage } from './image.ts';

const root = join(import.meta.dirname, '../../..');

function emptyFolder(): string {
  const folder = temporaryFolder('image');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the output of a program that runs outside of the repository, as in an image. */
function said(folder: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

it("puts everything that its programs load into the runner's image", async () => {
  const folder = emptyFolder();
  await serviceImage(root, serviceNamed('runner'), folder);
  expect(existsSync(join(folder, 'main.js'))).toBe(true);
  expect(said(folder, 'bundles/tools/doctor.js', '--packages', '--group', 'chemistry')).toContain('autodock-vina');
});

it("puts everything that the admin commands load into the operators' image", () => {
  const folder = emptyFolder();
  operatorImage(root, folder);
  expect(said(folder, 'main.js', '--help')).toContain('workspace create');
});
