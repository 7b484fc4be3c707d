import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The layers of the repository, from top to bottom. A folder imports only from its own layer or from lower ones. */
export const floors: string[][] = [
  ['scripts'],
  ['tests'],
  ['deploy', 'charts', 'clients'],
  ['services'],
  // The TypeScript client imports no other source, so a service that speaks only the public API may use it.
  ['packages', 'tools', 'clients/typescript/src'],
  ['proto'],
];

/** The folders in `packages/kit/src`, from bottom to top. Each imports only from earlier rows, not from its own row. */
export const kitOrder: string[][] = [
  ['ids.ts', 'clock.ts', 'derivedKey.ts', 'shownText.ts', 'csvLine.ts'],
  ['errors'],
  ['process', 'http'],
  ['telemetry'],
  ['grpc', 'db'],
  ['batching', 'work'],
  ['blobs', 'bus', 'mail'],
  ['outbox'],
  ['service'],
];

/** One import of a source by another. Paths are from the root of the repository. */
export interface Arrow {
  from: string;
  to: string;
}

/** Returns every import between the repository's own TypeScript sources, including types. Generated code imports no source. */
export function readArrows(root: string): Arrow[] {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', ':!proto/gen'], {
    cwd: root,
  })
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

/** Returns imports from a higher layer, and imports of one service's sources by another service. */
export function wrongArrows(arrows: Arrow[]): Arrow[] {
  return arrows.filter(({ from, to }) => {
    if (floorOf(from) > floorOf(to)) return true;
    return floorOf(from) === floorOf('services/') && roomOf(from) !== roomOf(to) && !startsNeighbour(from, to);
  });
}

/** Returns the imports inside a folder that violate an order of its children. Tests may import everything. */
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

/** Whether an import starts the real neighbour of a service, which its tests may do. */
function startsNeighbour(from: string, to: string): boolean {
  const serves = /\/testing\//;
  return floorOf(to) !== floorOf(from) || (serves.test(to) && (serves.test(from) || from.endsWith('.test.ts')));
}

function floorOf(file: string): number {
  const rooms = floors.flat().filter((room) => file.startsWith(`${room}/`));
  const innermost = rooms.sort((a, b) => b.length - a.length)[0];
  return innermost === undefined ? 0 : floors.findIndex((floor) => floor.includes(innermost));
}

const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^'\n]+)'/g)].map(([, name]) => name!);

/** Returns the folders of the repository's packages, from its root. */
export function packagesOf(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  return workspaces.flatMap((pattern) => (pattern.endsWith('/*') ? foldersIn(root, pattern.slice(0, -2)) : [pattern]));
}

/** Returns the folder of the exported files, for each package of the repository. */
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

/** Returns the file that an import names; undefined for external packages. */
function place(root: string, from: string, name: string, packages: Map<string, string>): string | undefined {
  if (name.startsWith('.')) return relative(root, resolve(root, from, '..', name));
  const [scope, short, ...rest] = name.split('/');
  const folder = packages.get(`${scope}/${short}`);
  return folder && join(folder, ...rest);
}
