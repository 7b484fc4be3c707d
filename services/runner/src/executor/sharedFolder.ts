import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { lstat, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { attemptFolder } from '../child/jobFile.ts';
import { handOver, makeAttemptFolder, removeFolder } from './attemptFolders.ts';
import { folderBytes } from './diskUse.ts';
import type { ToolUser } from './sandbox.ts';

/** Makes the only folder that one process can write to. An attempt folder is moved into it when its job begins. */
export function makeSharedFolder(parent: string): string {
  const path = join(realpathSync(parent), randomBytes(8).toString('hex'));
  mkdirSync(path);
  // Other users may pass through it, as through the runner's folder (runnerFolder.ts), but neither list it nor write to it.
  chmodSync(path, 0o711);
  return path;
}

/** An attempt folder inside the folder of a process. */
export interface GivenFolder {
  root: string;
  /** Bytes on disk that the runner put there. */
  bytes: number;
}

/** Moves an attempt folder to a process and its user. Its files are made before, in a place that neither can reach. */
export async function giveFolder(root: string, shared: string, user: ToolUser): Promise<GivenFolder> {
  const given = { root: join(shared, basename(root)), bytes: folderBytes([root], Number.POSITIVE_INFINITY) };
  await handOver(root, user);
  await rename(root, given.root);
  return given;
}

/**
 * Takes an attempt folder back from a process that has ended. If any of its parts is not a folder any more, the whole folder is emptied.
 */
export async function takeBack(given: GivenFolder, root: string): Promise<void> {
  await rename(given.root, root).catch(() => {});
  const { inputs, outputs } = attemptFolder(root);
  for (const path of [root, inputs, outputs]) {
    const stat = await lstat(path).catch(() => undefined);
    if (stat?.isDirectory()) continue;
    await removeFolder(root);
    return makeAttemptFolder(attemptFolder(root));
  }
}
