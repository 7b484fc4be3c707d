import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { programsOf, services } from '@rotamer/deploy/services.ts';
import { bundle } from './bundle.ts';
import { launcher } from './programs.ts';
import { contractsOnce, type ReadContracts } from './toolContracts.ts';

/** The input files of a bundle, relative to the root or absolute, each with its size and modification time. */
type Inputs = Record<string, string>;

/** The bundler's own files, which are inputs too. */
const recipe = [
  'browserScripts.ts',
  'bundle.ts',
  'bundleChild.ts',
  'compilerOptions.ts',
  'lazyHttp.ts',
  'programs.ts',
  'sourcePlaces.ts',
  'toolContracts.ts',
].map((name) => join(import.meta.dirname, name));

/** Number of bundles kept, because running stacks may still load from an older one. */
const KEPT = 4;

/** An unfinished bundle of this age was left by a killed process. */
const ABANDONED_MS = 3_600_000;

/**
 * Returns the folders of up-to-date bundles of the sources in `root`, by service, and makes missing ones. Each service has its own
 * bundles, as in its image. If all services shared code, each would load 30 to 40 files instead of 15, which costs 15 to 60 ms of
 * CPU time and 1 to 3 MB.
 */
export async function freshBundles(root: string): Promise<Record<string, string>> {
  const folders: Record<string, string> = {};
  const together = beginning(root);
  // One after the other, because each uses all cores. In between, the caller starts other things.
  for (const service of services) {
    await setImmediate();
    folders[service.name] = await freshBundle(root, service.name, programsOf([service]), together);
  }
  return folders;
}

/**
 * Returns the folder of an up-to-date bundle of the launcher. Loading it takes 0.25 s of CPU time, against 0.7 s from the sources
 * (measured).
 */
export function freshLauncher(root: string): Promise<string> {
  return freshBundle(root, 'launcher', [launcher], beginning(root));
}

const beginning = (root: string): Together => ({
  startedAt: Date.now(),
  stamps: new Map(),
  readOnce: contractsOnce(root),
});

/** Values shared by bundles that are made together. */
interface Together {
  /** Time before any input was read. */
  startedAt: number;
  /** Stamps of the files that were already checked. */
  stamps: Map<string, string>;
  readOnce: ReadContracts;
}

async function freshBundle(
  root: string,
  name: string,
  programs: string[],
  { startedAt, stamps, readOnce }: Together,
): Promise<string> {
  const store = join(root, 'node_modules', '.cache', 'rotamer-bundle', name);
  const newest = madeIn(store)[0];
  if (newest && isFresh(root, join(store, newest), stamps)) return join(store, newest);
  makeStore(store, root);

  const folder = join(store, `${startedAt}-${process.pid}`);
  const files = [...recipe, ...(await bundle(root, programs, { outdir: folder }, readOnce))];
  const inputs: Inputs = Object.fromEntries(files.map((file) => [file, stamp(root, file, startedAt)]));
  // Written last and atomically: a folder without this file is unfinished.
  writeFileSync(`${inputsFile(folder)}.part`, JSON.stringify(inputs));
  renameSync(`${inputsFile(folder)}.part`, inputsFile(folder));
  for (const old of [...madeIn(store).slice(KEPT), ...abandonedIn(store, startedAt)])
    rmSync(join(store, old), { recursive: true, force: true });
  return folder;
}

/** @throws Error when the checkout belongs to another user, whose next start makes the bundles. */
function makeStore(store: string, root: string): void {
  try {
    mkdirSync(store, { recursive: true });
    accessSync(store, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `The bundles in ${store} are missing or older than the sources, and you may not write there. ` +
        `Run npm start in ${root} once as its owner, or start Rotamer from a checkout of your own.`,
      { cause },
    );
  }
}

const inputsFile = (folder: string) => join(folder, 'inputs.json');

/** Returns the finished bundles, newest first. */
function madeIn(store: string): string[] {
  if (!existsSync(store)) return [];
  const finished = readdirSync(store).filter((name) => existsSync(inputsFile(join(store, name))));
  return finished.sort((a, b) => begunAt(b) - begunAt(a));
}

function abandonedIn(store: string, now: number): string[] {
  return readdirSync(store).filter(
    (name) => !existsSync(inputsFile(join(store, name))) && begunAt(name) < now - ABANDONED_MS,
  );
}

const begunAt = (name: string) => Number.parseInt(name, 10);

function isFresh(root: string, folder: string, stamps: Map<string, string>): boolean {
  const inputs = JSON.parse(readFileSync(inputsFile(folder), 'utf8')) as Inputs;
  return Object.entries(inputs).every(([file, known]) => {
    if (!stamps.has(file)) stamps.set(file, stamp(root, file));
    return stamps.get(file) === known;
  });
}

/** Returns the stamp of a file. If the file changed after `readFrom`, its read content is unknown and the stamp never matches. */
function stamp(root: string, file: string, readFrom = Number.POSITIVE_INFINITY): string {
  const stat = statSync(resolve(root, file), { throwIfNoEntry: false });
  if (!stat) return 'gone';
  return stat.mtimeMs > readFrom ? 'changed meanwhile' : `${stat.size} ${stat.mtimeMs}`;
}
