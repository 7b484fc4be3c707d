import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { removeFolder } from './attemptFolders.ts';
import { makeOwnFolder } from './ownFolder.ts';
import { killProcessesIn, readEntry } from './processTable.ts';

/** The file with the identity of the runner that owns a folder: pid and start time, so that a reused pid is not mistaken for the runner. */
const OWNER_FILE = 'runner';

/**
 * Makes this runner's folder for its attempts. Before that, removes the folders of dead runners, and kills the tools that they left
 * running. Other users may pass through the folder but not list it, so that they cannot guess the names of attempts.
 */
export async function openRunnerFolder(workDir: string, log: Logger): Promise<string> {
  await makeOwnFolder(workDir);
  for (const name of await readdir(workDir)) await removeIfDead(join(workDir, name), log);
  const folder = join(workDir, randomBytes(8).toString('hex'));
  await mkdir(folder);
  await chmod(folder, 0o711);
  await writeFile(join(folder, OWNER_FILE), identity(process.pid) ?? '', { mode: 0o600 });
  return folder;
}

function identity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const entry = readEntry(pid);
    return entry && `${pid} ${entry.startedAt}`;
  }
  try {
    process.kill(pid, 0);
    return `${pid}`;
  } catch {
    return undefined;
  }
}

async function removeIfDead(folder: string, log: Logger): Promise<void> {
  const owner = await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => undefined);
  if (!owner) return; // not a runner's folder, or one that is just being made
  if (owner === identity(Number.parseInt(owner, 10))) return;
  const killed = killProcessesIn(folder);
  await removeFolder(folder);
  log.warn({ killed }, 'removed what a dead runner left behind');
}
