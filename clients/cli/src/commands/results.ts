import { join, resolve } from 'node:path';
import { ChecksumError, type JobResults } from '@rotamer/client';
import {
  type Archives,
  downloadArchive,
  downloadResults,
  type Manifest,
  safeName,
  verifyFolder,
} from '@rotamer/client/download';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { groupBy } from '../groupBy.ts';
import { liveLine } from '../output/liveLine.ts';
import { pairs, table } from '../output/table.ts';
import { oneLine, words } from '../output/visible.ts';
import { type Act, collect } from './group.ts';

/** The option of archives that compresses them. */
export const ZSTD = [
  '--zstd',
  'compressed, as .tar.zst; also by such a name of the output; what was begun does not go on',
] as const;

/** The flags of commands that download an archive. */
export interface ArchiveFlags {
  output?: string;
  zstd?: boolean;
}

/** results show, download, archive, save, verify. */
export function addResults(program: Command, act: Act): void {
  const group = program.command('results').description('what jobs left');
  group.command('show').description('show rows and files of a result').argument('<job>').action(act(show));
  group
    .command('download')
    .description('download the files of a result; what is there already is skipped, what was begun goes on')
    .argument('<job>')
    .option('-o, --output <folder>', 'where to, by default a folder with the name of the job')
    .option('--name <file>', 'only this file', collect)
    .action(act(download));
  group
    .command('archive')
    .description('download a whole result as one tar archive; a download that was begun goes on')
    .argument('<job>')
    .option('-o, --output <path>', 'where to, by default JOB.tar in the current folder')
    .option(...ZSTD)
    .action(act(archive));
  group
    .command('save')
    .description('save a file of a result in the library, without downloading it')
    .argument('<job>')
    .argument('<name>', 'the name of the file in the result')
    .option('--as <name>', 'the name in the library')
    .option('--tag <tag>', 'a tag', collect)
    .option('--description <text>', 'a description')
    .option('--project <id>', 'the project of the file')
    .action(act(save));
  group
    .command('verify')
    .description('compare a downloaded folder with its manifest.json')
    .argument('<folder>')
    .action(act(verify));
}

async function show({ client, screen }: Context, [id]: [string]): Promise<void> {
  const results = await client().jobs.results(id);
  screen.result(results, () => showResults(results, screen.columns));
}

/** Returns tables of the rows, one per output port, and of the files. */
export function showResults({ items, files }: JobResults, columns: number): string {
  const ports = groupBy(items, ({ output_port_id }) => output_port_id);
  const tables = [...ports].map(
    ([port, rows]) =>
      `${oneLine(port)}\n${rowsTable(
        rows.map(({ value }) => value),
        columns,
      )}`,
  );
  const list = files.map(({ name, format, size, output_port_id }) => [name, output_port_id, format, size]);
  return [...tables, ...(list.length > 0 ? [table(['FILE', 'PORT', 'FORMAT', 'BYTES'], list, columns)] : [])].join(
    '\n',
  );
}

function rowsTable(rows: unknown[], columns: number): string {
  const shown = rows
    .slice(0, 50)
    .map((row) => (typeof row === 'object' && row !== null ? row : { value: row }) as Record<string, unknown>);
  const names = [...new Set(shown.flatMap((row) => Object.keys(row).filter((name) => typeof row[name] !== 'object')))];
  // A table that is wider than the terminal is easier to read with one line per column.
  const upright = names.length * 9 > columns && shown.length <= 3;
  const text = upright
    ? table(
        ['', ...shown.map((_, i) => String(i + 1))],
        names.map((name) => [name, ...shown.map((row) => row[name])]),
        columns,
      )
    : table(
        names,
        shown.map((row) => names.map((name) => row[name])),
        columns,
      );
  return rows.length > shown.length
    ? `${text}… ${rows.length - shown.length} more rows; --json shows them all.\n`
    : text;
}

async function download(context: Context, [id]: [string], flags: { output?: string; name?: string[] }): Promise<void> {
  const results = await context.client().jobs.results(id);
  const folder = flags.output ?? id;
  const manifest = await saveResults(context, results, folder, flags.name);
  context.screen.result({ folder, ...manifest }, () =>
    table(
      ['FILE', 'BYTES', 'SHA-256'],
      manifest.files.map(({ path, size, sha256 }) => [join(folder, path), size, sha256.slice(0, 12)]),
      context.screen.columns,
    ),
  );
}

/** Downloads with one live line, which shows files as they arrive. */
export async function saveResults(
  { io, screen }: Context,
  results: JobResults,
  folder: string,
  names?: string[],
): Promise<Manifest> {
  const live = liveLine(io);
  try {
    return await downloadResults(results, resolve(io.cwd, folder), {
      names,
      signal: io.interrupted,
      onFile: (path, outcome) => live.show(`${outcome} ${path}`),
    });
  } catch (error) {
    if (io.interrupted.aborted)
      screen.note(words`Go on later with: rotamer results download ${results.jobId} -o ${folder}`);
    throw error;
  } finally {
    live.end();
  }
}

async function archive(context: Context, [id]: [string], flags: ArchiveFlags): Promise<void> {
  await saveArchive(context, context.client().jobs, id, flags);
}

type SaveFlags = { as?: string; tag?: string[]; description?: string; project?: string };

async function save(
  { client, screen, io }: Context,
  [id, name]: [string, string],
  { as: filename, tag: tags, description, project: project_id }: SaveFlags,
): Promise<void> {
  const results = await client().jobs.results(id);
  const file = await results.save(name, { filename, tags, description, project_id, signal: io.interrupted });
  screen.result(file, () => pairs({ file: file.id, filename: file.filename, format: file.format, size: file.size }));
}

/** Downloads an archive of a job, a run or a batch, and shows where it is. */
export async function saveArchive(
  { io, screen }: Context,
  archives: Archives,
  id: string,
  { output, zstd }: ArchiveFlags,
): Promise<void> {
  const path = output ?? `${safeName(id)}.tar${zstd ? '.zst' : ''}`;
  const live = liveLine(io);
  try {
    const onBytes = (bytes: number) => live.show(`${path} ${bytes} bytes`);
    const compression = zstd ? ('zstd' as const) : undefined;
    const options = { compression, signal: io.interrupted, onBytes };
    const size = await downloadArchive(archives, id, resolve(io.cwd, path), options);
    screen.result({ path, size }, () => pairs({ path, size }));
  } finally {
    live.end();
  }
}

async function verify({ screen, io }: Context, [folder]: [string]): Promise<void> {
  const { manifest, wrong } = await verifyFolder(resolve(io.cwd, folder));
  if (wrong.length > 0) throw new ChecksumError(`Missing or with other bytes: ${wrong.join(', ')}.`);
  screen.result(
    { folder, files: manifest.files.length, ok: true },
    () => `${manifest.files.length} files are as they were downloaded.\n`,
  );
}
