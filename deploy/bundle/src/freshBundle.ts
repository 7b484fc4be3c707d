import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';

/** What a bundle was made of: each file with its size and the moment it was written. */
type Inputs = Record<string, string>;

/** Stacks that still run on an older one may yet load from it. */
const KEPT = 4;

/** The folder of bundles that are as new as the sources below `root`, made when there is none. */
export async function freshBundle(root: string): Promise<string> {
  const store = join(root, 'node_modules', '.cache', 'rotamer-bundle');
  mkdirSync(store, { recursive: true });
  const newest = madeIn(store)[0];
  if (newest && isFresh(root, join(store, newest))) return join(store, newest);

  const folder = join(store, `${Date.now()}-${process.pid}`);
  const inputs = stampOf(root, await bundle(root, folder));
  // Last, and at once: a folder without it is not finished.
  writeFileSync(`${inputsFile(folder)}.part`, JSON.stringify(inputs));
  renameSync(`${inputsFile(folder)}.part`, inputsFile(folder));
  for (const old of madeIn(store).slice(KEPT)) rmSync(join(store, old), { recursive: true, force: true });
  return folder;
}

const inputsFile = (folder: string) => join(folder, 'inputs.json');

/** Finished bundles, newest first. */
function madeIn(store: string): string[] {
  const finished = readdirSync(store).filter((name) => existsSync(inputsFile(join(store, name))));
  return finished.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10));
}

function isFresh(root: string, folder: string): boolean {
  const inputs = JSON.parse(readFileSync(inputsFile(folder), 'utf8')) as Inputs;
  const now = stampOf(root, Object.keys(inputs));
  return Object.entries(inputs).every(([file, stamp]) => now[file] === stamp);
}

function stampOf(root: string, files: string[]): Inputs {
  return Object.fromEntries(files.map((file) => [file, stamp(join(root, file))]));
}

function stamp(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs}` : 'gone';
}
