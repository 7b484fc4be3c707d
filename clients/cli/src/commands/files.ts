import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { File, FileDeletion } from '@rotamer/client';
import { downloadSavedFile, safeName } from '@rotamer/client/download';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import { expandGlobs } from '../submit/expandGlobs.ts';
import { type Act, collect } from './group.ts';
import { wholeNumber } from './numbers.ts';

/** files upload, fetch, sources, update, list, get, download, link, delete. */
export function addFiles(program: Command, act: Act): void {
  const group = program.command('files').description('the file library');
  group
    .command('upload')
    .description('upload files')
    .argument('<files...>')
    .option('--tag <tag>', 'a tag', collect)
    .option('--description <text>', 'a description')
    .option('--project <id>', 'the project of the files')
    .action(act(upload));
  group
    .command('list')
    .description('list files, newest first')
    .option('-n, --limit <n>', 'how many', wholeNumber, 20)
    .option('-q, --query <text>', 'part of a name, format, job name or tool')
    .option('--format <format>', 'only files of a format')
    .option('--project <id>', 'only those of a project')
    .option('--mine', 'only those that the creator of the key uploaded')
    .action(act(list));
  group
    .command('fetch')
    .description('fetch entries of public databases into the library: pdb:1UBQ, uniprot:P0CG48')
    .argument('<entries...>')
    .option('--tag <tag>', 'a tag', collect)
    .option('--project <id>', 'the project of the files')
    .action(act(fetchEntries));
  group.command('sources').description('list the databases from which files are fetched').action(act(sources));
  group
    .command('update')
    .description('change the name, description or tags of a file')
    .argument('<file>')
    .option('-n, --name <name>', 'another name')
    .option('--description <text>', 'another description; empty for none')
    .option('--tag <tag>', 'tags in place of those that it has', collect)
    .action(act(update));
  group.command('get').description('show a file').argument('<file>').action(act(get));
  group
    .command('download')
    .description('download a file; a download that was begun goes on')
    .argument('<file>')
    .option('-o, --output <path>', 'where to, by default its name in the current folder')
    .action(act(download));
  group
    .command('link')
    .description('show a link that downloads a file without a key for 15 minutes')
    .argument('<file>')
    .action(act(link));
  group.command('delete').description('delete files').argument('<files...>').action(act(remove));
}

async function upload(
  { client, screen, io }: Context,
  [paths]: [string[]],
  flags: { tag?: string[]; description?: string; project?: string },
): Promise<void> {
  const { tag: tags, description, project: project_id } = flags;
  const api = client();
  const files: File[] = [];
  for (const path of expandGlobs(paths, io.cwd)) {
    const bytes = path === '-' ? await io.readStdin() : await read(resolve(io.cwd, path), path);
    const name = path === '-' ? 'stdin' : basename(path);
    files.push(
      await api.files.upload(new Uint8Array(bytes), name, { tags, description, project_id, signal: io.interrupted }),
    );
  }
  screen.result(files, () => fileTable(files, screen.columns));
}

type FetchFlags = { tag?: string[]; project?: string };

async function fetchEntries({ client, screen, io }: Context, [entries]: [string[]], flags: FetchFlags): Promise<void> {
  const { tag: tags, project: project_id } = flags;
  const wanted = entries.map((entry) => {
    const [, source, id] = /^(\w+):(\S+)$/.exec(entry) ?? [];
    if (!source || !id) throw new UsageError(`An entry is DATABASE:ID, such as pdb:1UBQ, and not '${entry}'.`);
    return { source, id };
  });
  const api = client();
  const files: File[] = [];
  for (const { source, id } of wanted)
    files.push(await api.files.fetch(source, id, { tags, project_id, signal: io.interrupted }));
  screen.result(files, () => fileTable(files, screen.columns));
}

async function sources({ client, screen }: Context): Promise<void> {
  const found = await client().files.sources();
  const rows = found.map(({ id, name, format, example }) => [id, name, format, `${id}:${example}`]);
  screen.result(found, () => table(['SOURCE', 'NAME', 'FORMAT', 'EXAMPLE'], rows, screen.columns));
}

type UpdateFlags = { name?: string; description?: string; tag?: string[] };

async function update({ client, screen }: Context, [id]: [string], flags: UpdateFlags): Promise<void> {
  const { name, description, tag: tags } = flags;
  if (name === undefined && description === undefined && !tags)
    throw new UsageError('Say what to change: --name, --description or --tag.');
  const file = await client().files.update(id, { name, description: description === '' ? null : description, tags });
  screen.result(file, () => fileTable([file], screen.columns));
}

/** Reads a file. `path`: its name in messages. */
export async function read(place: string, path: string): Promise<Buffer> {
  return readFile(place).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
    );
  });
}

type ListFlags = { limit: number; query?: string; format?: string; project?: string; mine?: boolean };

async function list(
  { client, screen }: Context,
  _args: [],
  { limit, query: q, format, project: project_id, mine }: ListFlags,
): Promise<void> {
  const filter = { limit: Math.min(100, Math.max(1, limit)), q, format, project_id, mine };
  const files = await client().files.list(filter).take(limit);
  screen.result(files, () => fileTable(files, screen.columns));
}

async function get({ client, screen }: Context, [id]: [string]): Promise<void> {
  const file = await client().files.get(id);
  const { id: fileId, filename, format, size, origin, job_id, tags, description, created_at } = file;
  screen.result(file, () =>
    pairs({ id: fileId, filename, format, size, origin, job_id, tags: tags.join(', '), description, created_at }),
  );
}

async function download(
  { client, screen, io }: Context,
  [id]: [string],
  { output }: { output?: string },
): Promise<void> {
  const { files } = client();
  const file = await files.link(id, { signal: io.interrupted });
  const path = output ?? safeName(file.name);
  const { outcome } = await downloadSavedFile(files, file, resolve(io.cwd, path), { signal: io.interrupted });
  const { name, size, sha256 } = file;
  screen.result({ path, outcome, file_id: id, name, size, sha256 }, () => pairs({ path, outcome, size, sha256 }));
}

async function link({ client, screen }: Context, [id]: [string]): Promise<void> {
  const { url, expires_at, ...file } = await client().files.link(id);
  screen.result({ ...file, url, expires_at }, () => words`${url}\n`);
}

async function remove({ client, screen }: Context, [ids]: [string[]]): Promise<void> {
  const api = client();
  const deletions: FileDeletion[] = [];
  for (const id of ids) deletions.push(await api.files.delete(id));
  screen.result(deletions, () => deletions.map(({ id }) => words`Deleted ${id}.\n`).join(''));
}

function fileTable(files: File[], columns: number): string {
  const rows = files.map(({ id, filename, format, size, origin, created_at }) => [
    id,
    filename,
    format,
    size,
    origin,
    created_at,
  ]);
  return table(['FILE', 'NAME', 'FORMAT', 'BYTES', 'ORIGIN', 'CREATED'], rows, columns);
}
