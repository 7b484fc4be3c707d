import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Batch, BatchItem } from '@rotamer/client';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { counted } from '../output/counted.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import { read } from './files.ts';
import type { Act } from './group.ts';
import { wholeNumber } from './numbers.ts';
import { type ArchiveFlags, saveArchive, ZSTD } from './results.ts';

interface CreateFlags {
  name?: string;
  project?: string;
  maxCredits?: number;
  skip?: boolean;
  key?: string;
  wait?: boolean;
}

/** batches create, quote, list, show, items, table, archive, wait, continue, cancel, retry. */
export function addBatches(program: Command, act: Act): void {
  const group = program.command('batches').description('many jobs that are submitted and followed together');
  group
    .command('create')
    .description('submit the lines of a file, each a submission as JSON')
    .argument('<file>', 'JSON lines: {"custom_id": …, "tool": …, "input": …}')
    .option('-n, --name <name>', 'default: the name of the file')
    .option('--project <id>', 'the project of the batch and its jobs')
    .option('--max-credits <n>', 'the most that all jobs may cost together', wholeNumber)
    .option('--skip', 'leave lines with problems out')
    .option('--key <key>', 'an idempotency key: repeating the command starts no second batch')
    .option('--wait', 'wait for its end')
    .action(act(create));
  group.command('quote').description('check and price a file').argument('<file>').action(act(quote));
  group.command('list').description('list batches, newest first').action(act(list));
  group.command('show').description('show a batch with its problems').argument('<batch>').action(act(show));
  group
    .command('items')
    .description('list the lines with their jobs')
    .argument('<batch>')
    .addOption(new Option('--status <status>').choices(['WAITING', 'ACTIVE', 'COMPLETED', 'FAILED', 'CANCELLED']))
    .action(act(items));
  group
    .command('table')
    .description('download the rows of one output port of all results as a table')
    .argument('<batch>')
    .option('--port <port>', 'the output port; default: the first one with rows')
    .addOption(new Option('--format <format>', 'default: by the name of the file, else csv').choices(['csv', 'jsonl']))
    .option('-o, --output <file>', 'default: stdout')
    .action(act(tableOf));
  group
    .command('archive')
    .description('download the results so far as one tar archive; a download that was begun goes on')
    .argument('<batch>')
    .option('-o, --output <file>', 'default: BATCH.tar')
    .option(...ZSTD)
    .option('--first-line <n>', 'only submissions from this line on', wholeNumber)
    .option('--last-line <n>', 'only submissions up to this line', wholeNumber)
    .action(act(archive));
  group.command('wait').description('wait until a batch has ended or is paused').argument('<batch>').action(act(wait));
  const cap = (command: Command) =>
    command.argument('<batch>').option('--max-credits <n>', 'a higher cap for the batch', wholeNumber);
  cap(group.command('continue').description('continue a paused batch')).action(act(resume));
  group.command('cancel').description('cancel a batch with its jobs').argument('<batch>').action(act(cancel));
  cap(group.command('retry').description('submit again what has no result')).action(act(retry));
}

async function create(context: Context, [file]: [string], flags: CreateFlags): Promise<void> {
  const { screen } = context;
  const { batches } = context.client();
  const file_id = await upload(context, file, flags.project);
  const body = {
    name: flags.name ?? basename(file),
    file_id,
    project_id: flags.project,
    max_credits: flags.maxCredits,
    ...(flags.skip && { on_problem: 'skip' as const }),
  };
  const batch = await batches.create(body, flags.key === undefined ? {} : { idempotencyKey: flags.key });
  const shown = flags.wait ? await batches.wait(batch.id) : batch;
  screen.result(shown, () => batchText(shown));
}

async function upload({ client, io }: Context, path: string, project_id: string | undefined): Promise<string> {
  const bytes = await read(resolve(io.cwd, path), path);
  const options = { project_id, signal: io.interrupted };
  return (await client().files.upload(new Uint8Array(bytes), basename(path), options)).id;
}

async function quote(context: Context, [file]: [string]): Promise<void> {
  const answer = await context.client().batches.quote({ file_id: await upload(context, file, undefined) });
  context.screen.result(answer, () => {
    const { submissions, valid_submissions: valid, estimated_credits: expected, max_credits: most } = answer;
    const price = words`${valid} of ${counted(submissions, 'submission')} are valid: about ${counted(expected, 'credit')}, at most ${most}.\n`;
    return price + problemsOf(answer);
  });
}

async function list({ client, screen }: Context): Promise<void> {
  const batches = await client().batches.list({ limit: 100 }).take(100);
  const rows = batches.map(({ id, status, name, items, actual_credits: cost }) => [
    id,
    status,
    name,
    `${items.completed}/${items.total}`,
    String(items.failed),
    String(cost),
  ]);
  screen.result(batches, () => table(['BATCH', 'STATUS', 'NAME', 'DONE', 'FAILED', 'CREDITS'], rows, screen.columns));
}

async function show({ client, screen }: Context, [id]: [string]): Promise<void> {
  const batch = await client().batches.get(id);
  screen.result(batch, () => batchText(batch));
}

async function items(
  { client, screen }: Context,
  [id]: [string],
  { status }: { status?: BatchItem['status'] },
): Promise<void> {
  const all = await client().batches.items(id, { limit: 100, status }).take(Number.POSITIVE_INFINITY);
  const rows = all.map((one) => [String(one.line), one.custom_id, one.status, one.job_id ?? '', one.error ?? '']);
  screen.result(all, () => table(['LINE', 'CUSTOM ID', 'STATUS', 'JOB', 'ERROR'], rows, screen.columns));
}

interface TableFlags {
  port?: string;
  format?: 'csv' | 'jsonl';
  output?: string;
}

async function tableOf(
  { client, io, screen }: Context,
  [id]: [string],
  { port, format, output }: TableFlags,
): Promise<void> {
  const kind = format ?? (/\.(jsonl|ndjson)$/.test(output ?? '') ? 'jsonl' : 'csv');
  const { body } = await client().batches.table(id, { port, format: kind }, { signal: io.interrupted });
  const bytes = Readable.fromWeb(body as never);
  if (output === undefined) {
    for await (const part of bytes.setEncoding('utf8')) io.out.writeDocument(part);
    return;
  }
  const path = resolve(io.cwd, output);
  // A table that was cut off must not look like a whole one.
  await pipeline(bytes, createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  screen.result({ path: output }, () => words`${output}\n`);
}

type PartFlags = ArchiveFlags & { firstLine?: number; lastLine?: number };

async function archive(context: Context, [id]: [string], flags: PartFlags): Promise<void> {
  const { batches } = context.client();
  const lines = { first_line: flags.firstLine, last_line: flags.lastLine };
  const archives = { archive: (batch: string, options: object) => batches.archive(batch, { ...lines, ...options }) };
  await saveArchive(context, archives, id, flags);
}

async function wait({ client, screen }: Context, [id]: [string]): Promise<void> {
  const batch = await client().batches.wait(id);
  screen.result(batch, () => batchText(batch));
}

async function resume({ client, screen }: Context, [id]: [string], flags: { maxCredits?: number }): Promise<void> {
  const batch = await client().batches.continue(id, bodyOf(flags));
  screen.result(batch, () => batchText(batch));
}

async function cancel({ client, screen }: Context, [id]: [string]): Promise<void> {
  const answer = await client().batches.cancel(id);
  screen.result(answer, () => batchText(answer.batch));
}

async function retry({ client, screen }: Context, [id]: [string], flags: { maxCredits?: number }): Promise<void> {
  const batch = await client().batches.retry(id, bodyOf(flags));
  screen.result(batch, () => batchText(batch));
}

const bodyOf = ({ maxCredits }: { maxCredits?: number }) =>
  maxCredits === undefined ? {} : { max_credits: maxCredits };

/** Returns the state of a batch, with its problems. */
export function batchText(batch: Batch): string {
  const { id, status, items: counts, actual_credits: cost, pause, error } = batch;
  const state = words`${id} ${status}: ${counts.completed} of ${counts.total} completed, ${counts.failed} failed, ${counts.active} active, ${counts.waiting} waiting; ${counted(cost, 'credit')}.\n`;
  const why = pause?.message ?? pause?.reason ?? error;
  return state + (why ? words`${why}\n` : '') + problemsOf(batch);
}

function problemsOf({ problems, problem_count: count }: Pick<Batch, 'problems' | 'problem_count'>): string {
  const lines = problems.map(({ line, custom_id, path, message }) => {
    const place = [custom_id, path].filter(Boolean).join(' ');
    return words`line ${line}${place && ` (${place})`}: ${message}\n`;
  });
  const more = count - problems.length;
  return lines.join('') + (more > 0 ? words`and ${more} more\n` : '');
}
