import type { JobFilter } from '@rotamer/client';
import type { Command } from 'commander';
import { collect } from './group.ts';

/** The flags that select jobs. */
export interface FilterFlags {
  status?: string;
  tool?: string;
  name?: string;
  by?: string;
  after?: string;
  before?: string;
  run?: string;
  label?: string[];
  project?: string;
  unassigned?: boolean;
}

/** Adds the flags that select jobs to a command. */
export function filtered(command: Command): Command {
  return command
    .option('--status <statuses>', 'only jobs with one of these statuses, separated by commas')
    .option('--tool <tool>', 'only jobs of a tool')
    .option('--name <text>', 'only jobs whose name has this text')
    .option('--by <who>', 'only jobs that this user or API key submitted; me: you')
    .option('--after <time>', 'only jobs submitted at this day or time in UTC, or later')
    .option('--before <time>', 'only jobs submitted before this day or time in UTC')
    .option('--run <run>', 'only jobs of a workflow run')
    .option('--label <key=value>', 'only jobs with this label; repeat it for several', collect)
    .option('--project <id>', 'only jobs of a project')
    .option('--unassigned', 'only jobs without a project');
}

/** A filter as the body of a request has it: several statuses or labels are one text. */
type Filter = JobFilter & { status?: string; label?: string };

/** Returns the filter that the flags describe, as the API reads it. */
export function filterOf(flags: FilterFlags): Filter {
  const filter = {
    status: flags.status?.toUpperCase(),
    tool: flags.tool,
    name: flags.name,
    created_by: flags.by,
    created_after: flags.after,
    created_before: flags.before,
    run_id: flags.run,
    label: flags.label?.join(','),
    project_id: flags.project,
    unassigned: flags.unassigned,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
