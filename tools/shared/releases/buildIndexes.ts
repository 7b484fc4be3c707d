import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { DatasetKind, Program } from '../../contract.ts';
import { PROFILES, SEQUENCES } from '../datasets/records.ts';
import { programs } from '../native/programs.ts';
import { runProgram } from '../native/runProgram.ts';

/** An index of a release: which program builds it, and the arguments, in the release's folder. */
export interface IndexBuilder {
  id: string;
  /** The base of its files below the release's folder, which searches name. */
  path: string;
  program: Program;
  kinds: DatasetKind[];
  args(kind: DatasetKind, title: string): string[];
}

const sequences: DatasetKind[] = ['protein-sequences', 'nucleotide-sequences'];

export const indexBuilders = {
  blast: {
    id: 'blast',
    path: 'blast/db',
    program: programs.makeblastdb,
    kinds: sequences,
    args: (kind, title) => [
      ...['-in', SEQUENCES, '-dbtype', kind === 'protein-sequences' ? 'prot' : 'nucl'],
      ...['-out', 'blast/db', '-title', title],
    ],
  },
  diamond: {
    id: 'diamond',
    path: 'diamond/db',
    program: programs.diamond,
    kinds: ['protein-sequences'],
    args: () => ['makedb', '--in', SEQUENCES, '--db', 'diamond/db', '--quiet'],
  },
  mmseqs: {
    id: 'mmseqs',
    path: 'mmseqs/db',
    program: programs.mmseqs,
    kinds: sequences,
    args: (kind) => [
      ...['createdb', SEQUENCES, 'mmseqs/db', '--dbtype', kind === 'protein-sequences' ? '1' : '2'],
      ...['--shuffle', '0', '-v', '1'],
    ],
  },
  hmmpress: {
    id: 'hmmpress',
    path: 'hmmpress/db',
    program: programs.hmmpress,
    kinds: ['hmm-profiles'],
    // hmmpress writes beside its input, so it reads the profiles through a link.
    args: () => ['hmmpress/db'],
  },
} satisfies Record<string, IndexBuilder>;

export type IndexName = keyof typeof indexBuilders;

export const indexesOf = (kind: DatasetKind): IndexName[] =>
  (Object.keys(indexBuilders) as IndexName[]).filter((name) =>
    (indexBuilders[name].kinds as DatasetKind[]).includes(kind),
  );

/** Returns the path of an index in the folder of a release. */
export const indexPath = (dir: string, index: IndexName): string => join(dir, indexBuilders[index].path);

/**
 * Builds an index in the folder of a release.
 *
 * @throws ToolError with the last lines of a program that fails.
 */
export async function buildIndex(
  dir: string,
  index: IndexName,
  about: { kind: DatasetKind; title: string },
  signal: AbortSignal,
): Promise<{ version: string }> {
  const { program, path, args } = indexBuilders[index];
  const folder = join(dir, dirname(path));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  if (index === 'hmmpress') symlinkSync(`../${PROFILES}`, join(dir, path));
  await runProgram({ program, args: args(about.kind, about.title), cwd: dir, signal });
  return { version: await versionOf(program) };
}

/** Returns the version that a program prints. */
async function versionOf({ command, probe }: Program): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(command, probe).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return /(?:makeblastdb:|version:?|HMMER)\s+([\w.+-]{1,60})/i.exec(stdout)?.[1] ?? 'unknown';
}
