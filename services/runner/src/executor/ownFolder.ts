import { lstat, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder of this name that a user has below the temporary folder, which all users of a machine share. */
export function ownTemporaryFolder(name: string): string {
  return join(tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`);
}

const STICKY = 0o1000;

/**
 * Makes a folder, or finds it. In a folder where everybody may make one it must be our own: its owner could exchange
 * what is in it.
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
