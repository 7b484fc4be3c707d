import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The rooms of the house, from top to bottom. What a room imports lies in its own floor or below. */
export const floors: string[][] = [
  ['scripts'],
  ['tests'],
  ['deploy', 'charts', 'clients'],
  ['services'],
  ['packages', 'tools'],
  ['proto'],
];

/** What lies in `packages/kit/src`, from bottom to top. Each imports only what stands before it; those of a row nothing of each other. */
export const kitOrder: string[][] = [
  ['ids.ts', 'clock.ts', 'credits.ts', 'derivedKey.ts', 'jobStatus.ts', 'limits.ts', 'shownText.ts'],
  ['errors'],
  ['process'],
  ['telemetry'],
  ['grpc', 'db'],
  ['batching', 'work'],
  ['blobs', 'bus'],
  ['outbox', 'membership', 'results'],
  ['service'],
];

/** One import of a source by another; both from the root of the repository. */
export interface Arrow {
  from: string;
  to: string;
}

/** Every import between the repository's own TypeScript sources, types included; generated code imports nobody. */
export function readArrows(root: string): Arrow[] {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', ':!proto/gen'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  const packages = readPackages(root);
  return sources.flatMap((from) =>
    importsOf(readFileSync(join(root, from), 'utf8')).flatMap((name) => {
      const to = place(root, from, name, packages);
      return to ? [{ from, to }] : [];
    }),
  );
}

/** The arrows that go up, or that enter a room of `services/` from another one's sources. */
export function wrongArrows(arrows: Arrow[]): Arrow[] {
  return arrows.filter(({ from, to }) => {
    if (floorOf(from) > floorOf(to)) return true;
    return floorOf(from) === floorOf('services/') && roomOf(from) !== roomOf(to) && !startsNeighbour(from, to);
  });
}

/** The imports inside a folder that do not go down in an order of its children. Tests may import everything. */
export function arrowsAgainst(order: string[][], folder: string, arrows: Arrow[]): Arrow[] {
  const childOf = (file: string) => file.slice(folder.length + 1).split('/')[0]!;
  const level = (file: string) => order.findIndex((row) => row.includes(childOf(file)));
  return arrows
    .filter(({ from, to }) => !isForTests(from) && [from, to].every((file) => file.startsWith(`${folder}/`)))
    .filter(({ from, to }) => childOf(from) !== childOf(to) && !(level(to) >= 0 && level(to) < level(from)));
}

/** Returns whether a file is a test or lies under `testing/`. */
export function isForTests(file: string): boolean {
  return /(^|\/)testing\/|\.test\.ts$/.test(file);
}

/** `services/jobs/src/main.ts` → `services/jobs`. */
export function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** Tests of a service may start the real neighbour that it asks. */
function startsNeighbour(from: string, to: string): boolean {
  const serves = /\/testing\//;
  return floorOf(to) !== floorOf(from) || (serves.test(to) && (serves.test(from) || from.endsWith('.test.ts')));
}

function floorOf(file: string): number {
  const floor = floors.findIndex((rooms) => rooms.includes(file.split('/')[0]!));
  return floor < 0 ? 0 : floor;
}

const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^'\n]+)'/g)].map(([, name]) => name!);

/** The folders of the packages of the repository, from its root. */
export function packagesOf(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  return workspaces.flatMap((pattern) => (pattern.endsWith('/*') ? foldersIn(root, pattern.slice(0, -2)) : [pattern]));
}

/** Folder of the files that each package of the repository exports. */
function readPackages(root: string): Map<string, string> {
  return new Map(
    packagesOf(root).map((folder) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return [name as string, join(folder, String(exports['./*'] ?? './*').replace('*', ''))];
    }),
  );
}

function foldersIn(root: string, parent: string): string[] {
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** The file that an import names; undefined for packages of others. */
function place(root: string, from: string, name: string, packages: Map<string, string>): string | undefined {
  if (name.startsWith('.')) return relative(root, resolve(root, from, '..', name));
  const [scope, short, ...rest] = name.split('/');
  const folder = packages.get(`${scope}/${short}`);
  return folder && join(folder, ...rest);
}
