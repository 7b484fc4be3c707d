import type { Event, EventFilter, EventTypeFilter } from '@rotamer/client';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';
import { type Act, collect } from './group.ts';
import { wholeNumber } from './numbers.ts';

interface Flags {
  follow?: boolean;
  type: string[];
  project?: string;
  run?: string;
  resource?: string;
  after?: string;
  limit: number;
}

/** events. */
export function addEvents(program: Command, act: Act): void {
  program
    .command('events')
    .description('list what happened in the workspace, oldest first, or follow it')
    .option('-f, --follow', 'go on with what happens from now on, or after --after; with --json one event a line')
    .option('-t, --type <type>', 'only these types: job.completed, job.*; may be repeated', collect, [])
    .option('--project <id>', 'only those in a project')
    .option('--run <id>', 'only those of a workflow run and its jobs')
    .option('--resource <id>', 'only those of a job, run, file, project or budget')
    .option('--after <place>', 'the id of an event, a cursor, or now')
    .option('-n, --limit <n>', 'how many', wholeNumber, 100)
    .action(act(events));
}

async function events(context: Context, _args: [], flags: Flags): Promise<void> {
  const { type, project, run, resource, after, limit, follow } = flags;
  const filter = {
    ...(type.length > 0 && { type: type as EventTypeFilter[] }),
    ...{ project_id: project, run_id: run, resource_id: resource, after },
  };
  if (follow) return followEvents(context, filter);
  if (limit < 1) throw new UsageError('--limit must be at least 1.');
  const { client, screen } = context;
  const found: Event[] = [];
  for await (const event of client().events.list({ ...filter, limit: Math.min(1_000, limit) })) {
    found.push(event);
    if (found.length === limit) break;
  }
  screen.result(found, () => table(['TIME', 'TYPE', 'RESOURCE', 'EVENT'], found.map(rowOf), screen.columns));
}

function rowOf({ id, type, created_at, resource }: Event): string[] {
  return [created_at, type, resource.id, id];
}

/** Prints events as they happen, until Ctrl-C. */
async function followEvents({ client, io, screen }: Context, filter: EventFilter): Promise<void> {
  const stream = client().events.stream({
    ...filter,
    signal: io.interrupted,
    onResync: (cursor) => screen.note(words`Events are missing: they are kept no more. Going on after ${cursor}`),
  });
  for await (const event of stream) {
    if (screen.json) screen.line(event);
    else screen.result(event, () => words`${rowOf(event).join('  ')}\n`);
  }
}
