import type { ProjectDeletion, ResourceType } from '@rotamer/client';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { groupBy } from '../groupBy.ts';
import { pairs, table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import type { Act } from './group.ts';
import { wholeNumber } from './numbers.ts';

/** projects list, show, create, update, assign, delete, deletion. */
export function addProjects(program: Command, act: Act): void {
  const group = program.command('projects').description('projects, which group jobs, files and workflows');
  group
    .command('list')
    .description('list projects')
    .option('-n, --limit <n>', 'how many', wholeNumber, 20)
    .action(act(list));
  group.command('show').description('show a project and what it holds').argument('<project>').action(act(show));
  group
    .command('create')
    .description('create a project')
    .argument('<name>')
    .option('--description <text>')
    .action(act(create));
  group
    .command('update')
    .description('rename or describe a project')
    .argument('<project>')
    .option('--name <name>')
    .option('--description <text>')
    .action(act(update));
  group
    .command('assign')
    .description('move jobs, files, workflows and runs to a project; "none" takes them out of theirs')
    .argument('<project>')
    .argument('<ids...>', 'ids such as job_…, file_…, wf_…, run_…')
    .option('--linked-files', 'move the saved files of the jobs too')
    .action(act(assign));
  group
    .command('delete')
    .description('delete a project')
    .argument('<project>')
    .addOption(
      new Option('--mode <mode>', 'what becomes of its contents')
        .choices(['move', 'unassign', 'delete_contents'])
        .makeOptionMandatory(),
    )
    .option('--to <project>', 'where its contents go, for --mode move')
    .option('-y, --yes', 'do not ask before contents are deleted')
    .action(act(remove));
  group
    .command('deletion')
    .description('show how a deletion is doing')
    .argument('<deletion>')
    .option('--retry', 'try a failed one again')
    .action(act(deletion));
}

async function list({ client, screen }: Context, _args: [], { limit }: { limit: number }): Promise<void> {
  const projects = await client()
    .projects.list({ limit: Math.min(100, Math.max(1, limit)) })
    .take(limit);
  const rows = projects.map(({ id, name, counts, updated_at }) => [
    id,
    name,
    counts.jobs,
    counts.files,
    counts.workflow_runs,
    updated_at,
  ]);
  screen.result(projects, () => table(['PROJECT', 'NAME', 'JOBS', 'FILES', 'RUNS', 'UPDATED'], rows, screen.columns));
}

async function show({ client, screen }: Context, [id]: [string]): Promise<void> {
  const project = await client().projects.get(id);
  const { counts, ...fields } = project;
  screen.result(project, () => pairs({ ...fields, ...counts }));
}

async function create(
  { client, screen }: Context,
  [name]: [string],
  { description }: { description?: string },
): Promise<void> {
  const project = await client().projects.create({ name, ...(description !== undefined && { description }) });
  screen.result(project, () => words`Created ${project.id}.\n`);
}

async function update(
  { client, screen }: Context,
  [id]: [string],
  { name, description }: { name?: string; description?: string },
): Promise<void> {
  if (name === undefined && description === undefined) throw new UsageError('Give --name or --description.');
  const project = await client().projects.update(id, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  });
  screen.result(project, () => words`Updated ${project.id}.\n`);
}

/** Types of resources, by the prefix of their ids. */
const typeByPrefix: Record<string, ResourceType> = {
  job: 'job',
  file: 'file',
  wf: 'workflow',
  run: 'workflow_run',
  studio: 'studio_session',
  conv: 'ai_conversation',
};

/** Groups ids by the type of their resource. */
export function groupByType(ids: readonly string[]): { type: ResourceType; ids: string[] }[] {
  const groups = groupBy(ids, (id) => {
    const prefix = id.split('_')[0]!;
    if (!Object.hasOwn(typeByPrefix, prefix))
      throw new UsageError(`${id} is not the id of a job, file, workflow or run.`);
    return typeByPrefix[prefix]!;
  });
  return [...groups].map(([type, members]) => ({ type, ids: members }));
}

async function assign(
  { client, screen }: Context,
  [project, ids]: [string, string[]],
  { linkedFiles = false }: { linkedFiles?: boolean },
): Promise<void> {
  const target_project_id = project === 'none' ? null : project;
  const assignment = await client().projects.assign({
    target_project_id,
    resources: groupByType(ids),
    move_linked_files: linkedFiles,
  });
  const { target_project, counts, linked_file_count } = assignment;
  const moved = Object.values(counts).reduce((sum, count) => sum + count, 0);
  screen.result(
    assignment,
    () => words`Moved ${moved} and ${linked_file_count} linked files to ${target_project?.name ?? 'no project'}.\n`,
  );
}

async function remove(
  { client, screen, io }: Context,
  [id]: [string],
  flags: { mode: ProjectDeletion['mode']; to?: string; yes?: boolean },
): Promise<void> {
  const { mode, to, yes } = flags;
  if ((mode === 'move') !== (to !== undefined))
    throw new UsageError('--mode move requires --to, and no other mode allows it.');
  if (mode === 'delete_contents' && !yes) {
    if (!io.canAsk)
      throw new UsageError('--mode delete_contents deletes jobs, files and workflows. Confirm with --yes.');
    const answer = await io.ask(`Delete ${id} and everything in it? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Not deleted.');
  }
  showDeletion(
    screen,
    await client().projects.delete(id, { mode, ...(to !== undefined && { target_project_id: to }) }),
  );
}

async function deletion({ client, screen }: Context, [id]: [string], { retry }: { retry?: boolean }): Promise<void> {
  const { projects } = client();
  showDeletion(screen, retry ? await projects.retryDeletion(id) : await projects.deletion(id));
}

function showDeletion(screen: Context['screen'], shown: ProjectDeletion): void {
  screen.result(
    shown,
    () => words`${shown.id}  ${shown.project_name}  ${shown.status}${shown.error ? `  ${shown.error}` : ''}\n`,
  );
}
