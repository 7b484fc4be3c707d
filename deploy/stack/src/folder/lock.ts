import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { commandOf } from '@rotamer/neighbours/processes.ts';

/** Another stack already runs on the data folder. */
export class DataFolderInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another Rotamer (process ${pid}) is running on ${dataDir}. Stop it with kill ${pid}, ` +
        'or start this one elsewhere: npm start -- --data <folder> --port 0',
    );
  }
}

/**
 * Makes this process the only stack on a data folder. Takes over a lock whose owner has exited. Compares command lines too, because
 * after a crash the pid may belong to another program.
 *
 * @returns a function that releases the lock.
 */
export function lockDataFolder(dataDir: string, lockFile: string): () => void {
  const draft = `${lockFile}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, command: commandOf(process.pid) }));
  try {
    // Creating a link is atomic and never overwrites.
    while (!tryLink(draft, lockFile)) {
      const owner = JSON.parse(readFileSync(lockFile, 'utf8')) as { pid: number; command: string };
      const alive = owner.pid !== process.pid && commandOf(owner.pid) === owner.command;
      if (alive) throw new DataFolderInUse(dataDir, owner.pid);
      rmSync(lockFile, { force: true });
    }
  } finally {
    rmSync(draft);
  }
  return () => rmSync(lockFile, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
