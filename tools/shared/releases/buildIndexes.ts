import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
  /** `out` is the base of the files to write. */
  args(out: string, kind: DatasetKind, title: string): string[];
}

const sequences: DatasetKind[] = ['protein-sequences', 'nucleotide-sequences'];

export const indexBuilders = {
  blast: {
    id: 'blast',
    path: 'blast/db',
    program: programs.makeblastdb,
    kinds: sequences,
    args: (out, kind, title) => [
      ...['-in', SEQUENCES, '-dbtype', kind === 'protein-sequences' ? 'prot' : 'nucl'],
      ...['-out', out, '-title', title],
    ],
  },
  diamond: {
    id: 'diamond',
    path: 'diamond/db',
    program: programs.diamond,
    kinds: ['protein-sequences'],
    args: (out) => ['makedb', '--in', SEQUENCES, '--db', out, '--quiet'],
  },
  mmseqs: {
    id: 'mmseqs',
    path: 'mmseqs/db',
    program: programs.mmseqs,
    kinds: sequences,
    args: (out, kind) => [
      ...['createdb', SEQUENCES, out, '--dbtype', kind === 'protein-sequences' ? '1' : '2'],
      ...['--shuffle', '0', '-v', '1'],
    ],
  },
  hmmpress: {
    id: 'hmmpress',
    path: 'hmmpress/db',
    program: programs.hmmpress,
    kinds: ['hmm-profiles'],
    // hmmpress writes beside its input, so it reads the profiles through a link.
    args: (out) => [out],
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
 * Builds an index in the folder of a release. The program writes to a hidden folder, which gets its name at the end: a
 * program that outlives a killed import does no harm.
 *
 * @throws ToolError with the last lines of a program that fails, or the reason of the signal.
 */
export async function buildIndex(
  dir: string,
  index: IndexName,
  { kind, title }: { kind: DatasetKind; title: string },
  signal: AbortSignal,
): Promise<{ version: string }> {
  const { program, path, args } = indexBuilders[index];
  const folder = join(dir, dirname(path));
  const unfinished = mkdtempSync(join(dir, `.${index}-`));
  const out = join(basename(unfinished), basename(path));
  try {
    if (index === 'hmmpress') symlinkSync(`../${PROFILES}`, join(dir, out));
    const { stopped } = await runProgram({ program, args: args(out, kind, title), cwd: dir, signal });
    if (stopped) throw signal.reason;
    chmodSync(unfinished, 0o755);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return { version: await versionOf(program) };
}

/** Returns the version that a program prints. */
async function versionOf({ command, probe }: Program): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(command, probe).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return /(?:makeblastdb:|version:?|HMMER)\s+([\w.+-]{1,60})/i.exec(stdout)?.[1] ?? 'unknown';
}
