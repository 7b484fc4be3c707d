import type { WorkflowRun } from '@rotamer/client';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { exit } from '../exitCodes.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import { readJobFile } from '../submit/jobFile.ts';
import { candidates, curate } from './curation.ts';
import { findWorkflow } from './findWorkflow.ts';
import { type Act, collect } from './group.ts';
import { listRuns } from './listRuns.ts';
import { wholeNumber } from './numbers.ts';
import { type ArchiveFlags, saveArchive, ZSTD } from './results.ts';
import { showRunQuote } from './runQuote.ts';
import { showRunResults } from './runResults.ts';
import { startRun } from './startRun.ts';
import { watchRun } from './watchRun.ts';

const workflowArgument = 'its id, or its name';

/** workflows list, runs, show, validate, run, watch, results, archive, candidates, curate, continue, cancel, retry, rerun. */
export function addWorkflows(program: Command, act: Act): void {
  const group = program.command('workflows').description('workflows and their runs');
  group
    .command('list')
    .description('list published workflows')
    .option('-n, --limit <n>', 'how many', wholeNumber, 20)
    .action(act(list));
  group
    .command('runs')
    .description('list runs, newest first')
    .option('-n, --limit <n>', 'how many', wholeNumber, 20)
    .option('--status <statuses>', 'only runs with one of these statuses, separated by commas')
    .option('--review', 'only runs that wait for a review')
    .option('--workflow <id>', 'only runs of a workflow')
    .option('--name <text>', "only runs whose name, or whose workflow's name, has this text")
    .option('--by <user>', 'only runs that this user started; me: you')
    .option('--after <time>', 'only runs started at this day or time in UTC, or later')
    .option('--before <time>', 'only runs started before this day or time in UTC')
    .option('--project <id>', 'only runs of a project')
    .action(act(listRuns));
  group.command('show').description('show a workflow').argument('<workflow>', workflowArgument).action(act(show));
  group
    .command('validate')
    .description('validate a draft; nothing is saved or run')
    .argument('<workflow>', workflowArgument)
    .requiredOption('-f, --file <draft.yaml>', 'definition and settings, in YAML or JSON')
    .action(act(validate));
  group
    .command('run')
    .description('start a run')
    .argument('<workflow>', workflowArgument)
    .option('-i, --input <node=file>', 'a text file for an input node; - is stdin', collect, [])
    .option('-f, --file <run.yaml>', 'the body of the request, in YAML or JSON')
    .option('-n, --name <name>', 'a name for the run')
    .option('--project <id>', 'the project of the run')
    .option('--max-credits <n>', 'the most that the run may spend', wholeNumber)
    .option('-y, --yes', 'run without a credit limit')
    .option('--key <key>', 'an idempotency key: repeating the command makes no second run')
    .option('--notify', 'get a mail when the run has ended')
    .option('--wait', 'wait until it ends or pauses')
    .option('--dry-run', 'show what it would cost; nothing is started')
    .action(act(startRun));
  group.command('watch').description('wait until a run ends or pauses').argument('<run>').action(act(watch));
  group
    .command('results')
    .description('show what a run left; with --output download its files as results download does')
    .argument('<run>')
    .option('--attempt <id>', 'of an earlier attempt; by default of the last')
    .option('--node <id>', 'only of this node')
    .option('-n, --limit <n>', 'most jobs and items of each node', wholeNumber)
    .option('-o, --output <folder>', 'download the files there')
    .action(act(showRunResults));
  group
    .command('archive')
    .description('download the results of a run as one tar archive; a download that was begun goes on')
    .argument('<run>')
    .option('-o, --output <path>', 'where to, by default RUN.tar in the current folder')
    .option(...ZSTD)
    .action(act(archive));
  group
    .command('candidates')
    .description('list the candidates of a paused run')
    .argument('<run>')
    .action(act(candidates));
  group
    .command('curate')
    .description('record which candidates go on')
    .argument('<run>')
    .option('--approve <id>', 'a candidate to approve', collect, [])
    .option('--note <text>', 'why')
    .requiredOption('--digest <digest>', 'candidate_set_digest, as candidates shows it')
    .action(act(curate));
  group
    .command('continue')
    .description('let a paused run go on')
    .argument('<run>')
    .option('--max-credits <n>', 'a new credit limit', wholeNumber)
    .action(act(goOn));
  group.command('cancel').description('cancel a run').argument('<run>').action(act(cancel));
  group
    .command('retry')
    .description('start another attempt of an ended run')
    .argument('<run>')
    .option('--node <id>', 'from this failed node on; by default from the start')
    .option('--max-credits <n>', 'the most that the attempt may spend; by default as the last attempt', wholeNumber)
    .option('--dry-run', 'show what is reused and what it costs; nothing is started')
    .action(act(retry));
  group
    .command('rerun')
    .description('start a run with the inputs of an earlier one, in the newest releases of its datasets')
    .argument('<run>')
    .option('-n, --name <name>', 'a name; by default that of the run')
    .option('--project <id>', 'the project of the run')
    .option('--max-credits <n>', 'the most that the run may spend; by default as the last attempt', wholeNumber)
    .option('--key <key>', 'an idempotency key: repeating the command makes no second run')
    .option('--notify', 'get a mail when the run has ended')
    .action(act(rerun));
}

async function list({ client, screen }: Context, _args: [], { limit }: { limit: number }): Promise<void> {
  const workflows = await client()
    .workflows.list({ limit: Math.min(100, Math.max(1, limit)) })
    .take(limit);
  screen.result(workflows, () =>
    table(
      ['WORKFLOW', 'NAME', 'PROJECT'],
      workflows.map(({ id, name, project_id }) => [id, name, project_id]),
      screen.columns,
    ),
  );
}

async function show({ client, screen }: Context, [given]: [string]): Promise<void> {
  const workflow = await client().workflows.get(await findWorkflow(client(), given));
  const nodes = workflow.definition?.nodes ?? [];
  screen.result(workflow, () =>
    [
      pairs({ id: workflow.id, name: workflow.name, description: workflow.description, project: workflow.project_id }),
      table(
        ['NODE', 'TYPE'],
        nodes.map((node) => [node.id, node.type]),
        screen.columns,
      ),
    ].join('\n'),
  );
}

async function validate(
  { client, screen, io, exitWith }: Context,
  [given]: [string],
  { file }: { file: string },
): Promise<void> {
  const draft = (await readJobFile(file, io)) as { definition?: unknown; settings?: unknown };
  const body =
    draft.definition === undefined ? { definition: draft } : { definition: draft.definition, settings: draft.settings };
  const validation = await client().workflows.validate(await findWorkflow(client(), given), body);
  if (!validation.valid) exitWith(exit.validation);
  const { graph_errors, limit_violations, readiness_issues, warnings } = validation;
  const rows = Object.entries({ graph_errors, limit_violations, readiness_issues, warnings }).flatMap(
    ([kind, issues]) => issues.map((issue) => [kind, issue.node_id ?? issue.path, issue.message]),
  );
  screen.result(
    validation,
    () =>
      `${validation.valid ? 'Valid.' : 'Not valid.'}\n${rows.length > 0 ? table(['', 'WHERE', 'WHAT'], rows, screen.columns) : ''}`,
  );
}

async function watch(context: Context, [id]: [string]): Promise<void> {
  await watchRun(context, id, true);
}

async function archive(context: Context, [id]: [string], flags: ArchiveFlags): Promise<void> {
  await saveArchive(context, context.client().runs, id, flags);
}

async function goOn(
  { client, screen }: Context,
  [id]: [string],
  { maxCredits }: { maxCredits?: number },
): Promise<void> {
  showRun(screen, await client().runs.continue(id, maxCredits === undefined ? {} : { max_credits: maxCredits }));
}

async function cancel({ client, screen }: Context, [id]: [string]): Promise<void> {
  const totals = await client().runs.cancel(id);
  const { run, charged_credits, refunded_credits, unsettled_jobs } = totals;
  screen.result(totals, () =>
    pairs({ run: run.id, status: run.status, charged_credits, refunded_credits, unsettled_jobs }),
  );
}

async function retry(
  { client, screen }: Context,
  [id]: [string],
  { node, maxCredits, dryRun }: { node?: string; maxCredits?: number; dryRun?: boolean },
): Promise<void> {
  const how =
    node === undefined ? { mode: 'from_start' as const } : { mode: 'from_failed_node' as const, node_id: node };
  if (dryRun) return showRunQuote(screen, await client().runs.quote(id, how));
  const retried = await client().runs.retry(id, {
    ...how,
    ...(maxCredits !== undefined && { max_credits: maxCredits }),
  });
  const rows = retried.reuse.map(({ node_id, reused, reason }) => [node_id, reused ? 'reused' : 'runs again', reason]);
  screen.result(retried, () => `${lineOf(retried.run)}${table(['NODE', '', 'WHY'], rows, screen.columns)}`);
}

type RerunFlags = { name?: string; project?: string; maxCredits?: number; key?: string; notify?: boolean };

async function rerun(
  { client, screen }: Context,
  [id]: [string],
  { name, project, maxCredits, key, notify }: RerunFlags,
): Promise<void> {
  const body = {
    ...(name !== undefined && { name }),
    ...(project !== undefined && { project_id: project }),
    ...(maxCredits !== undefined && { max_credits: maxCredits }),
  };
  showRun(screen, await client().runs.rerun(id, body, key, { notify }));
}

function showRun(screen: Context['screen'], shown: WorkflowRun): void {
  screen.result(shown, () => lineOf(shown));
}

function lineOf({ id, status }: WorkflowRun): string {
  return words`${id}  ${status}\n`;
}
