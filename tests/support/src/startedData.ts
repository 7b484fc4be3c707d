import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';

/*
 * A first start makes eight databases and all their tables, which is a third of its processor time. A run of many steps does that
 * once, and most of its stacks start on a copy of the data, as on the second day of an installation.
 */

/** What a stack that has ended leaves in its data folder, but for logs. */
const PARTS = ['postgres', 'secrets.json', 'blobs', 'mail'];

/** The folder of the data. Its name has a digest of all tables and functions, because other ones are of another release. */
const kept = join(repository, 'node_modules', '.cache', 'started-data', digestOfTables());

/** Whether there is data to copy. */
export const hasStartedData = () => existsSync(kept);

/** Keeps the data of a stack that has started for the first time and ended. */
export function keepStartedData(dataDir: string): void {
  const draft = `${kept}.${process.pid}`;
  copy(dataDir, draft);
  // Stacks that ran at the same time would all want this port.
  rmSync(join(draft, 'postgres', 'port'));
  renameSync(draft, kept);
}

/** Copies kept data into a new data folder. Without kept data the stack starts for the first time. */
export function fillDataFolder(dataDir: string): void {
  if (hasStartedData() && !existsSync(join(dataDir, 'postgres'))) copy(kept, dataDir);
}

function digestOfTables(): string {
  const digest = createHash('sha256');
  const files = globSync(['services/*/{migrations,functions}/*.sql', 'packages/kit/sql/**/*.sql'], { cwd: repository });
  for (const file of files.sort()) digest.update(file).update(readFileSync(join(repository, file)));
  return digest.digest('hex').slice(0, 16);
}

/** Copies with owners, because PostgreSQL refuses files of another user. */
function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const parts = PARTS.map((part) => join(from, part));
  const { status, stderr } = spawnSync('cp', ['-Rp', ...parts, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Cannot copy ${from} to ${to}:\n${stderr}`);
}
