import { join } from 'node:path';
import type { Batch, BatchQuote, BatchSubmission } from '@rotamer/client';
import type { Context } from '../context.ts';
import { exitCodeOfStatus, UsageError } from '../exitCodes.ts';
import { counted } from '../output/counted.ts';
import { liveLine } from '../output/liveLine.ts';
import { oneLine, words } from '../output/visible.ts';
import { type PreparedBatch, prepareEach } from '../submit/prepareEach.ts';
import type { JobFlags } from '../submit/prepareJob.ts';
import { batchText } from './batches.ts';
import { saveArchive } from './results.ts';

export interface EachFlags extends JobFlags {
  yes?: boolean;
  dryRun?: boolean;
  wait?: boolean;
  output?: string;
  key?: string;
}

/** Most submissions in a request, and most characters of them. More are sent as a file. */
const MAX_INLINE = 100;
const MAX_CHARACTERS = 400_000;

/** Submits one job for each file, as one batch with one price. With `wait`, waits for its end. */
export async function submitEach(context: Context, args: string[], flags: EachFlags): Promise<void> {
  const { screen } = context;
  const { batches } = context.client();
  const prepared = await prepareEach(context, context.client(), args, flags);
  const source = await sourceOf(context, prepared);
  const price = await batches.quote(source);
  if (price.problem_count > 0) throw new UsageError(problemsText(prepared, price));
  if (flags.dryRun) {
    return screen.result({ ...prepared, quote: price }, () => words`${priceText(price)}. Nothing was submitted.\n`);
  }
  const max_credits = await agreedCap(context, price, flags);
  const name = flags.name ?? `${args[0] ?? 'job'} of ${counted(prepared.files.length, 'file')}`;
  const body = { name, project_id: prepared.project_id, max_credits, ...source };
  const batch = await batches.create(body, flags.key === undefined ? {} : { idempotencyKey: flags.key });
  if (!flags.wait) {
    const text = words`${batch.id} ${batch.status}\nWait for it with: rotamer batches wait ${batch.id}\n`;
    return screen.result(batch, () => text);
  }
  screen.note(words`Submitted ${batch.id}.`);
  const ended = await waitFor(context, batch);
  context.exitWith(exitCodeOfStatus(ended.status));
  if (flags.output !== undefined && ended.items.completed > 0)
    return saveArchive(context, batches, ended.id, { output: join(flags.output, `${ended.id}.tar`) });
  const next = words`Its rows: rotamer batches table ${ended.id}; its files: rotamer batches archive ${ended.id}\n`;
  const failed = ended.items.failed > 0 ? await failuresText(context, ended.id) : '';
  screen.result(ended, () => batchText(ended) + failed + next);
}

async function sourceOf(
  { client, io }: Context,
  { submissions, project_id }: PreparedBatch,
): Promise<{ submissions: BatchSubmission[] } | { file_id: string }> {
  const lines = submissions.map((one) => JSON.stringify(one));
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  if (lines.length <= MAX_INLINE && characters <= MAX_CHARACTERS) return { submissions };
  const options = { project_id, signal: io.interrupted };
  return { file_id: (await client().files.upload(lines.join('\n'), 'submissions.jsonl', options)).id };
}

/** Names the file of each problem, as the user did. */
function problemsText({ files }: PreparedBatch, { problems, problem_count: count }: BatchQuote): string {
  const shown = problems.map(({ line, message }) => oneLine(`${files[line - 1] ?? `line ${line}`}: ${message}`));
  const more = count - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more problems`] : []), 'Nothing was submitted.'].join('\n');
}

function priceText({ submissions, estimated_credits: expected, max_credits: most, available_credits }: BatchQuote) {
  return `${counted(submissions, 'job')}: about ${counted(expected, 'credit')}, at most ${most}; ${available_credits} available`;
}

/** Returns the cap of the batch. A person is asked; a script must have `--max-credits` or `--yes`. */
async function agreedCap(
  { io, screen }: Context,
  price: BatchQuote,
  { yes, maxCredits }: EachFlags,
): Promise<number | undefined> {
  if (yes || maxCredits !== undefined || price.max_credits === 0) return maxCredits;
  const cap = Math.ceil(price.max_credits);
  if (!io.canAsk)
    throw new UsageError(`${priceText(price)}. Confirm with --yes, or set a limit: --max-credits ${cap}.`);
  screen.note(words`${priceText(price)}.`);
  const answer = await io.ask('Submit? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Not submitted.');
  return cap;
}

/** Most failed jobs that are named. */
const SHOWN = 20;

async function failuresText({ client }: Context, id: string): Promise<string> {
  const failed = await client().batches.items(id, { status: 'FAILED', limit: SHOWN }).take(SHOWN);
  return failed.map(({ custom_id, error }) => words`${custom_id}: ${error ?? 'failed'}\n`).join('');
}

async function waitFor({ client, io }: Context, { id }: Batch): Promise<Batch> {
  const live = liveLine(io);
  try {
    const onState = ({ status, items: { completed, failed, total } }: Batch) =>
      live.show(words`${id} ${status}: ${completed} of ${total} completed, ${failed} failed`);
    return await client().batches.wait(id, { signal: io.interrupted, onState });
  } finally {
    live.end();
  }
}
