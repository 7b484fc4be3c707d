import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Circle, findCircles } from './circles.ts';
import { type Arrow, isForTests, packagesOf, readArrows } from './rooms.ts';

/** The counts of one package, or of all. `children`: the number of folder children that are in a circle. */
interface PackageCounts {
  code: number;
  test: number;
  generated: number;
  files: number;
  upTo20: number;
  over200: number;
  folders: number;
  oneFileFolders: number;
  inCircles: number;
}

interface Source {
  file: string;
  lines: number;
}

/** Prints measures of readability, of each package and of all: lines, sizes of files and folders, and circles. */
export function printCounts(root: string): void {
  const arrows = readArrows(root);
  const sources = readSources(root);
  const packages = packagesOf(root).sort((a, b) => b.length - a.length);
  const groups = Map.groupBy(sources, ({ file }) => packageOf(file, packages));
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, group]) => [
      name,
      count(group, arrows, (circle) => packageOf(`${circle.folder}/`, packages) === name),
    ]);
  console.table(Object.fromEntries([...rows, ['all', count(sources, arrows, () => true)]]));
  for (const { folder, children } of findCircles(arrows)) console.log(`circle in ${folder}: ${children.join(', ')}`);
  for (const [what, figure] of figures(root, sources, arrows)) console.log(`${String(figure).padStart(6)}  ${what}`);
}

/** Returns counts that measure single recipes and paths. */
function figures(root: string, sources: Source[], arrows: Arrow[]): [string, number][] {
  const written = sources.filter(({ file }) => !isGenerated(file));
  const lengths = written.map(({ lines }) => lines).sort((a, b) => a - b);
  const contract = written.filter(({ file }) => /^(services\/gateway|packages\/api)\//.test(file));
  const submit = 'services/jobs/src/rpc/submit.ts';
  return [
    ['lines in the median hand-written file', lengths[Math.floor(lengths.length / 2)]!],
    [
      'files of the gateway and its contract that name one read operation, getProject',
      contract.filter(({ file }) => /\bgetProject\b/.test(readFileSync(join(root, file), 'utf8'))).length,
    ],
    [`lines of ${submit}`, sources.find(({ file }) => file === submit)?.lines ?? 0],
    [`files that ${submit} imports, directly and through others`, closureOf(submit, arrows).size],
    ['lines of vitest.config.ts', linesOf(join(root, 'vitest.config.ts'))],
    ['suffixes of test files', new Set(written.flatMap(({ file }) => /\.[^/]*test\.ts$/.exec(file)?.[0] ?? [])).size],
  ];
}

function count(sources: Source[], arrows: Arrow[], isOwn: (circle: Circle) => boolean): PackageCounts {
  const generated = sources.filter(({ file }) => isGenerated(file));
  const written = sources.filter(({ file }) => !isGenerated(file));
  const code = written.filter(({ file }) => !isForTests(file) && !file.startsWith('tests/'));
  const folders = [...Map.groupBy(written, ({ file }) => dirname(file)).values()];
  return {
    code: linesIn(code),
    test: linesIn(written) - linesIn(code),
    generated: linesIn(generated),
    files: written.length,
    upTo20: written.filter(({ lines }) => lines <= 20).length,
    over200: written.filter(({ lines }) => lines > 200).length,
    folders: folders.length,
    oneFileFolders: folders.filter((files) => files.length === 1).length,
    inCircles: findCircles(arrows)
      .filter(isOwn)
      .reduce((sum, { children }) => sum + children.length, 0),
  };
}

/** Returns the package of a file; its folder if it belongs to no package. */
function packageOf(file: string, packages: string[]): string {
  return (
    packages.find((folder) => file.startsWith(`${folder}/`)) ??
    (file.split('/').slice(0, -1).slice(0, 2).join('/') || '.')
  );
}

/** Returns every file that a file imports, directly or indirectly. */
function closureOf(file: string, arrows: Arrow[]): Set<string> {
  const imports = Map.groupBy(arrows, ({ from }) => from);
  const reached = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { to } of imports.get(next) ?? []) {
      if (!reached.has(to)) open.push(to);
      reached.add(to);
    }
  }
  return reached;
}

function readSources(root: string): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs', '*.py'], { cwd: root });
  return listed
    .toString()
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
    .map((file) => ({ file, lines: linesOf(join(root, file)) }));
}

const isGenerated = (file: string) => /^proto\/gen\/|\.gen\.ts$|\/rotamer\/_sync\//.test(file);

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

const linesIn = (sources: Source[]) => sources.reduce((sum, { lines }) => sum + lines, 0);
