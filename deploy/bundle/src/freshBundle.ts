import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle } from './bundle.ts';

/** What a bundle was made of: each file, from the root or absolute, with its size and the moment it was written. */
type Inputs = Record<string, string>;

/** How bundles are made is a part of them. */
const recipe = ['bundle.ts', 'programs.ts', 'sourcePlaces.ts'].map((name) => join(import.meta.dirname, name));

/** Stacks that still run on an older one may yet load from it. */
const KEPT = 4;

/** Whoever began to make a bundle so long ago was killed. */
const GIVEN_UP_MS = 3_600_000;

/** The folder of bundles that are as new as the sources below `root`, made when there is none. */
export async function freshBundle(root: string): Promise<string> {
  const store = join(root, 'node_modules', '.cache', 'rotamer-bundle');
  mkdirSync(store, { recursive: true });
  const newest = madeIn(store)[0];
  if (newest && isFresh(root, join(store, newest))) return join(store, newest);

  const startedAt = Date.now();
  const folder = join(store, `${startedAt}-${process.pid}`);
  const files = [...recipe, ...(await bundle(root, folder))];
  const inputs: Inputs = Object.fromEntries(files.map((file) => [file, stamp(root, file, startedAt)]));
  // Last, and at once: a folder without it is not finished.
  writeFileSync(`${inputsFile(folder)}.part`, JSON.stringify(inputs));
  renameSync(`${inputsFile(folder)}.part`, inputsFile(folder));
  for (const old of [...madeIn(store).slice(KEPT), ...givenUpIn(store, startedAt)])
    rmSync(join(store, old), { recursive: true, force: true });
  return folder;
}

const inputsFile = (folder: string) => join(folder, 'inputs.json');

/** Finished bundles, newest first. */
function madeIn(store: string): string[] {
  const finished = readdirSync(store).filter((name) => existsSync(inputsFile(join(store, name))));
  return finished.sort((a, b) => begunAt(b) - begunAt(a));
}

function givenUpIn(store: string, now: number): string[] {
  return readdirSync(store).filter(
    (name) => !existsSync(inputsFile(join(store, name))) && begunAt(name) < now - GIVEN_UP_MS,
  );
}

const begunAt = (name: string) => Number.parseInt(name, 10);

function isFresh(root: string, folder: string): boolean {
  const inputs = JSON.parse(readFileSync(inputsFile(folder), 'utf8')) as Inputs;
  return Object.entries(inputs).every(([file, known]) => stamp(root, file) === known);
}

/** Of a file that was written to after `readFrom`, nobody knows what was read: its stamp is never found again. */
function stamp(root: string, file: string, readFrom = Number.POSITIVE_INFINITY): string {
  const stat = statSync(resolve(root, file), { throwIfNoEntry: false });
  if (!stat) return 'gone';
  return stat.mtimeMs > readFrom ? 'changed meanwhile' : `${stat.size} ${stat.mtimeMs}`;
}
