import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { exitCodeOfCode, UsageError } from '../exitCodes.ts';
import { jobLine } from '../output/jobLine.ts';
import { oneLine, words } from '../output/visible.ts';
import { agreePrice, priceText } from '../submit/agreePrice.ts';
import { inOwnWords, namingFiles } from '../submit/origins.ts';
import { type JobFlags, type PreparedJob, prepareJob } from '../submit/prepareJob.ts';
import { type Act, collect } from './group.ts';
import { labelsOf } from './labels.ts';
import { duration, wholeNumber } from './numbers.ts';
import { saveResults, showResults } from './results.ts';
import { type EachFlags, submitEach } from './submitEach.ts';
import { watchJob } from './watchJob.ts';

interface SubmitFlags extends JobFlags {
  yes?: boolean;
  dryRun?: boolean;
  wait?: boolean;
  follow?: boolean;
  timeout?: number;
  output?: string;
  key?: string;
  notify?: boolean;
  label?: string[];
  cancelAfter?: number;
  each?: boolean;
}

/** quote, submit, run. */
export function addSubmit(program: Command, act: Act): void {
  jobOptions(program.command('quote').description('what a job would cost; nothing is submitted')).action(act(quote));
  submitOptions(program.command('submit').description('submit a job'))
    .option('--wait', 'wait for its end')
    .option('--follow', 'wait, and print every state')
    .action(act(submit));
  submitOptions(program.command('run').description('submit a job, wait for it and show its results'))
    .option('-o, --output <folder>', 'download its files there')
    .action(act(run));
}

function jobOptions(command: Command): Command {
  return command
    .argument('[tool]', 'the tool; a job file may name it instead')
    .argument('[files...]', 'input files; - is stdin')
    .option(
      '-i, --input <slot=file>',
      'an input file for a slot; SLOT:KIND=FILE says what it is, protein or dna',
      collect,
      [],
    )
    .option('--fetch <db:id>', 'an entry of rcsb, uniprot or pubchem as input, [SLOT=]rcsb:1UBQ', collect, [])
    .option('-s, --set <name=value>', 'a setting of the tool', collect, [])
    .option('-f, --file <job.yaml>', 'a job file in YAML or JSON, see tools example')
    .option('-n, --name <name>', 'a name for the job')
    .option('--project <id>', 'the project of the job')
    .option('--max-credits <n>', 'the most that the job may cost', wholeNumber);
}

function submitOptions(command: Command): Command {
  return jobOptions(command)
    .option('--each', 'one job for each file, as one batch; inputs of --input are part of every job')
    .option('-y, --yes', 'agree to the price without being asked')
    .option('--timeout <time>', 'how long to wait: 90s, 15m, 2h; the job goes on', duration)
    .option('--notify', 'get a mail when the job has ended')
    .option('--label <key=value>', 'a label of the job; repeat it for several', collect)
    .option('--cancel-after <time>', 'cancel the job without cost when it has not started after 90s, 15m, 2h', duration)
    .option('--key <key>', 'an idempotency key: repeating the command makes no second job')
    .option('--dry-run', 'show what would be sent and its price; nothing is uploaded or submitted');
}

async function quote(context: Context, [tool, files]: [string | undefined, string[]], flags: JobFlags): Promise<void> {
  const client = context.client();
  const { body, origins } = await prepareJob(context, client, argsOf(tool, files), flags);
  const answer = await namingFiles(origins, () => client.jobs.quote(quoteBody(body)));
  if (answer.blocking_errors.length > 0) context.exitWith(exitCodeOfCode(answer.blocking_errors[0]!.code));
  context.screen.result(answer, () =>
    [
      words`${answer.tool}: ${priceText(answer)}.`,
      ...answer.blocking_errors.map(({ message }) => oneLine(message)),
      '',
    ].join('\n'),
  );
}

async function submit(
  context: Context,
  [tool, files]: [string | undefined, string[]],
  flags: SubmitFlags,
): Promise<void> {
  if (flags.each) return submitEach(context, argsOf(tool, files), eachFlags(flags));
  const client = context.client();
  const { screen } = context;
  if (flags.dryRun) return dryRun(context, await prepareJob(context, client, argsOf(tool, files), flags, true));
  const { job, origins } = await submitAgreed(context, argsOf(tool, files), flags);
  if (!flags.wait && !flags.follow) {
    return screen.result(job.data, () => words`${jobLine(job.data)}\nWatch it with: rotamer jobs watch ${job.id}\n`);
  }
  screen.note(words`Submitted ${job.id}.`);
  await watchJob(context, job, { timeout: flags.timeout, lines: flags.follow });
  if (!(flags.follow && screen.json)) screen.result(job.data, () => `${inOwnWords(jobLine(job.data), origins)}\n`);
}

async function run(context: Context, [tool, files]: [string | undefined, string[]], flags: SubmitFlags): Promise<void> {
  const { screen } = context;
  if (flags.each) return submitEach(context, argsOf(tool, files), { ...eachFlags(flags), wait: true });
  if (flags.dryRun)
    return dryRun(context, await prepareJob(context, context.client(), argsOf(tool, files), flags, true));
  const { job, origins } = await submitAgreed(context, argsOf(tool, files), flags);
  screen.note(words`Submitted ${job.id}.`);
  await watchJob(context, job, { timeout: flags.timeout });
  // A failed job may have partial results, or none.
  const results = await job.results().catch((error) => {
    if (job.status === 'COMPLETED') throw error;
    return undefined;
  });
  if (!results)
    return screen.result(
      { job: job.data, result: null },
      () => words`${inOwnWords(job.data.error ?? job.status, origins)}\n`,
    );
  if (flags.output) await saveResults(context, results, flags.output);
  screen.result({ job: job.data, result: results }, () => showResults(results, screen.columns));
}

async function submitAgreed(context: Context, args: string[], flags: SubmitFlags) {
  const client = context.client();
  const { body, origins } = await prepareJob(context, client, args, flags);
  const price = await namingFiles(origins, () => client.jobs.quote(quoteBody(body)));
  const agreed = await agreePrice(context, price, body, flags);
  try {
    const job = await namingFiles(origins, () =>
      client.jobs.submit(agreed, {
        idempotencyKey: flags.key,
        notify: flags.notify,
        labels: flags.label && labelsOf(flags.label),
        cancelAfterSeconds: flags.cancelAfter,
      }),
    );
    return { job, origins };
  } catch (error) {
    if (context.io.interrupted.aborted) {
      context.screen.note('Whether the job was submitted is not known. See: rotamer jobs list');
    }
    throw error;
  }
}

async function dryRun(context: Context, { body, uploaded }: PreparedJob): Promise<void> {
  // A file that is not uploaded yet cannot be priced.
  const price = uploaded.length > 0 ? null : await context.client().jobs.quote(quoteBody(body));
  context.screen.result({ request: body, uploads: uploaded, quote: price }, () =>
    [
      JSON.stringify(body, null, 2),
      ...uploaded.map((name) => words`Would upload ${name} first.`),
      ...(price ? [`Price: ${priceText(price)}.`] : []),
      'Nothing was submitted.\n',
    ].join('\n'),
  );
}

function quoteBody({ tool, input, settings, billing }: PreparedJob['body']) {
  return { tool, input, settings, billing };
}

/** Refuses flags of a single job. */
function eachFlags(flags: SubmitFlags): EachFlags {
  const single = { '--follow': flags.follow, '--notify': flags.notify, '--label': flags.label } as const;
  const more = { '--cancel-after': flags.cancelAfter, '--timeout': flags.timeout };
  const [wrong] = Object.entries({ ...single, ...more }).find(([, value]) => value !== undefined) ?? [];
  if (wrong !== undefined) throw new UsageError(`${wrong} is for a single job and cannot be combined with --each.`);
  return flags;
}

function argsOf(tool: string | undefined, files: string[]): string[] {
  return tool === undefined ? [] : [tool, ...files];
}
