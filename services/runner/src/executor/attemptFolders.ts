import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AttemptFolder } from '../child/jobFile.ts';
import type { ToolUser } from './sandbox.ts';

const run = promisify(execFile);

/** Makes the folders of one attempt. Only their owner can read them. */
export async function makeAttemptFolder({ root, inputs, work, outputs }: AttemptFolder): Promise<void> {
  for (const path of [root, inputs, work, outputs]) await mkdir(path, { mode: 0o700 });
}

/** Makes the tool's user the owner of everything in a folder. The folder itself comes last, so the user cannot enter it before. */
export async function handOver(root: string, user: ToolUser): Promise<void> {
  if (!user) return;
  const inside = await readdir(root, { recursive: true });
  for (const path of [...inside, '']) await chown(join(root, path), user.uid, user.gid);
}

/** Removes what a tool left behind, including unreadable folders, and folders deeper than the longest path. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await run('chmod', ['-R', 'u+rwx', path]).catch(() => {}); // what it could not change, rm names
    await run('rm', ['-rf', path]);
  }
}
