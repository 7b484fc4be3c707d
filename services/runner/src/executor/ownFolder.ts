import { lstat, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Returns the path of a user's folder of this name below the temporary folder, which all users of a machine share. */
export function ownTemporaryFolder(name: string): string {
  return join(tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`);
}

const STICKY = 0o1000;

/**
 * Makes a folder, or accepts an existing one. In a parent folder that every user can write to, the folder must belong to this user: its
 * owner could exchange its contents.
 *
 * @throws Error naming the owner
 */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const [{ mode }, { uid }] = await Promise.all([stat(dirname(folder)), lstat(folder)]);
  const isShared = (mode & STICKY) !== 0;
  if (!isShared || uid === process.getuid?.()) return;
  throw new Error(`${folder} belongs to the user with the id ${uid}. Name a folder of your own in ROTAMER_WORK_DIR.`);
}
