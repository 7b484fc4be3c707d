import type { JobFilter, JobSharingRequest } from '@rotamer/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { jobLine } from '../output/jobLine.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import { actOnMany, type ManyFlags } from './actOnMany.ts';
import { expiry, nullFor } from './expiry.ts';
import { type Act, collect } from './group.ts';
import { jobCrate } from './jobCrate.ts';
import { type FilterFlags, filtered, filterOf } from './jobFilter.ts';
import { jobInput } from './jobInput.ts';
import { jobLog } from './jobLog.ts';
import { labelJob } from './labels.ts';
import { duration, wholeNumber } from './numbers.ts';
import { rerun } from './rerun.ts';
import { showJob } from './showJob.ts';
import { watchJob } from './watchJob.ts';

/** jobs list, get, show, log, input, ro-crate, label, watch, cancel, stop, retry, rerun, share. */
export function addJobs(program: Command, act: Act): void {
  const group = program.command('jobs').description('jobs of the workspace');
  filtered(group.command('list').description('list jobs, newest first'))
    .option('-n, --limit <n>', 'how many', wholeNumber, 20)
    .action(act(list));
  group.command('get').description('show a job').argument('<job>').action(act(get));
  group
    .command('show')
    .description('show a job with its settings, inputs and attempts')
    .argument('<job>')
    .action(act(showJob));
  group
    .command('log')
    .description('print what the programs of a job wrote')
    .argument('<job>')
    .option('-f, --follow', 'go on while the job runs')
    .option('--attempt <n>', 'an earlier attempt; by default the last one', wholeNumber)
    .option('-o, --output <path>', 'write it to a file')
    .action(act(jobLog));
  group
    .command('input')
    .description('print or save an input of a job, as the job read it')
    .argument('<job>')
    .argument('[input]', 'its number or id, as jobs show lists them', '1')
    .option('-o, --output <path>', 'write it to a file')
    .action(act(jobInput));
  group
    .command('ro-crate')
    .description('print or save how a job made its result, as ro-crate-metadata.json')
    .argument('<job>')
    .option('-o, --output <path>', 'write it to a file')
    .action(act(jobCrate));
  group
    .command('label')
    .description('set labels of a job as key=value, remove them as key-')
    .argument('<job>')
    .argument('[labels...]')
    .option('-n, --name <name>', 'another name')
    .action(act(labelJob));
  group
    .command('watch')
    .description('wait for the end of a job; with --json one state a line')
    .argument('<job>')
    .option('--timeout <time>', 'how long to wait: 90s, 15m, 2h; the job goes on', duration)
    .action(act(watch));
  filtered(
    group
      .command('cancel')
      .description('cancel a job that has not started, or all waiting jobs that match filters')
      .argument('[job]'),
  )
    .option('--dry-run', 'with filters: list the jobs; nothing is cancelled')
    .action(act(cancel));
  filtered(group.command('retry-failed').description('submit the failed jobs that match filters again, each once'))
    .option('--dry-run', 'list the jobs; nothing is submitted')
    .action(act((context: Context, _args: [], flags: ManyFlags) => actOnMany(context, flags, 'retryFailed')));
  group
    .command('stop')
    .description('stop a job; a running metered one keeps its results so far')
    .argument('<job>')
    .action(act(stop));
  group.command('retry').description('retry a waiting job now').argument('<job>').action(act(retry));
  group
    .command('rerun')
    .description('submit a job with the inputs and settings of an earlier one')
    .argument('<job>')
    .option('--newest', 'in the newest release of the dataset that it searches')
    .option('-s, --set <name=value>', 'another value for a setting', collect, [])
    .option('-n, --name <name>', 'a name; by default that of the job')
    .option('--project <id>', 'the project of the new job')
    .option('--max-credits <n>', 'the most that the job may cost', wholeNumber)
    .option('-y, --yes', 'agree to the price without being asked')
    .option('--key <key>', 'an idempotency key: repeating the command makes no second job')
    .option('--notify', 'get a mail when the job has ended')
    .option('--dry-run', 'show its price; nothing is submitted')
    .action(act(rerun));
  group
    .command('share')
    .description('show who may view a job, or change it')
    .argument('<job>')
    .addOption(
      new Option('--visibility <who>', 'who may view it: private, public, authenticated or invited').argParser(
        visibilityOf,
      ),
    )
    .option('--invite <email>', 'invite somebody', collect)
    .option('--remove <email>', 'take an invitation back', collect)
    .option('--expires <when>', 'when sharing ends: a date such as 2027-01-31, a time such as 7d, or never', expiry)
    .action(act(share));
}

async function list(
  { client, screen }: Context,
  _args: [],
  { limit, ...flags }: { limit: number } & FilterFlags,
): Promise<void> {
  const filter: JobFilter = filterOf(flags);
  const jobs = await client()
    .jobs.list({ limit: Math.min(100, Math.max(1, limit)), ...filter })
    .take(limit);
  screen.result(jobs, () =>
    table(
      ['JOB', 'STATUS', 'TOOL', 'NAME', 'CREDITS', 'CREATED'],
      jobs.map(({ id, status, tool, name, credits_used, created_at }) => [
        id,
        status,
        tool,
        name,
        credits_used,
        created_at,
      ]),
      screen.columns,
    ),
  );
}

async function get({ client, screen }: Context, [id]: [string]): Promise<void> {
  const { data } = await client().jobs.get(id);
  const { billing, ...fields } = data;
  screen.result(data, () =>
    pairs({ ...fields, ...(billing && { billing: `${billing.mode}, ${billing.outcome ?? 'open'}` }) }),
  );
}

async function watch(context: Context, [id]: [string], { timeout }: { timeout?: number }): Promise<void> {
  const job = context.client().jobs.at(id);
  await watchJob(context, job, { timeout, lines: true });
  if (!context.screen.json) context.screen.result(job.data, () => `${jobLine(job.data)}\n`);
}

async function cancel(context: Context, [id]: [string | undefined], flags: ManyFlags): Promise<void> {
  if (id === undefined) return actOnMany(context, flags, 'cancelMany');
  if (flags.dryRun || Object.keys(filterOf(flags)).length > 0)
    throw new UsageError('Name a job, or filters with or without --dry-run, and not both.');
  const { client, screen } = context;
  const cancellation = await client().jobs.cancel(id);
  screen.result(cancellation, () => `${jobLine(cancellation.job)}${cancellation.refunded ? '  refunded' : ''}\n`);
}

async function stop({ client, screen }: Context, [id]: [string]): Promise<void> {
  const stopped = await client().jobs.stop(id);
  if (stopped.job.status === 'PROCESSING')
    screen.note(words`It ends within seconds and keeps its results so far. Watch it with: rotamer jobs watch ${id}`);
  screen.result(stopped, () => `${jobLine(stopped.job)}\n`);
}

async function retry({ client, screen }: Context, [id]: [string]): Promise<void> {
  const job = await client().jobs.at(id).retry();
  screen.result(job, () => `${jobLine(job)}\n`);
}

const VISIBILITIES = ['PRIVATE', 'PUBLIC', 'AUTHENTICATED', 'INVITED'] as const;

/** Reads a visibility in any case. */
function visibilityOf(text: string): (typeof VISIBILITIES)[number] {
  const found = VISIBILITIES.find((one) => one === text.toUpperCase());
  if (!found) throw new InvalidArgumentError(`Allowed choices are ${VISIBILITIES.join(', ').toLowerCase()}.`);
  return found;
}

type ShareFlags = {
  visibility?: JobSharingRequest['visibility'];
  invite?: string[];
  remove?: string[];
  expires?: string;
};

async function share(
  { client, screen }: Context,
  [id]: [string],
  { visibility, invite, remove, expires }: ShareFlags,
): Promise<void> {
  const job = client().jobs.at(id);
  const changes = {
    ...(visibility && { visibility }),
    ...(invite && { add_invites: invite }),
    ...(remove && { remove_invites: remove }),
    ...(expires !== undefined && { expires_at: nullFor('never', expires) }),
  };
  const sharing = Object.keys(changes).length > 0 ? await job.share(changes) : await job.sharing();
  screen.result(sharing, () =>
    [
      sharing.expires_at ? words`${sharing.visibility} until ${sharing.expires_at}\n` : words`${sharing.visibility}\n`,
      table(
        ['INVITED', 'OPENED', 'SINCE'],
        sharing.shares.map((one) => [one.email, one.claimed_at, one.created_at]),
      ),
    ]
      .slice(0, sharing.shares.length > 0 ? 2 : 1)
      .join(''),
  );
}
