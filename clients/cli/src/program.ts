import { Command } from 'commander';
import { addAccount } from './commands/account.ts';
import { addApi } from './commands/api.ts';
import { addBatches } from './commands/batches.ts';
import { addBudgets } from './commands/budgets.ts';
import { addCompletion } from './commands/completion.ts';
import { addDatasets } from './commands/datasets.ts';
import { addEvents } from './commands/events.ts';
import { addFiles } from './commands/files.ts';
import type { Act } from './commands/group.ts';
import { addJobs } from './commands/jobs.ts';
import { addKeys } from './commands/keys.ts';
import { addMcp } from './commands/mcp.ts';
import { addMembers } from './commands/members.ts';
import { addNotices } from './commands/notices.ts';
import { duration } from './commands/numbers.ts';
import { addProjects } from './commands/projects.ts';
import { addReports } from './commands/reports.ts';
import { addResults } from './commands/results.ts';
import { addSessions } from './commands/sessions.ts';
import { addSubmit } from './commands/submit.ts';
import { addTools } from './commands/tools.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { addWorkflows } from './commands/workflows.ts';
import { addWorkspace } from './commands/workspace.ts';
import type { Context, GlobalFlags } from './context.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

/** Creates the command line: all commands, each with a handler that gets a context. */
export function createProgram(
  { out, err }: Pick<Io, 'out' | 'err'>,
  contextFor: (flags: GlobalFlags) => Context,
): Command {
  const act: Act =
    (handler) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const flags = command.optsWithGlobals();
      await handler(contextFor(flags), given.slice(0, -2) as never, flags as never);
    };
  const program = new Command('rotamer')
    .description('Protein analysis jobs from the terminal')
    .version(version)
    .option('--json', 'print JSON; also the default where the output is not a terminal')
    .option('--profile <name>', 'the profile to use (ROTAMER_PROFILE)')
    .option('--base-url <url>', 'the service to call (ROTAMER_BASE_URL)')
    .option('--retry-for <time>', 'how long failed requests are sent again: 90s, 5m; 0 is never', duration, 60)
    .exitOverride()
    .showHelpAfterError('(--help shows how)')
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) });
  for (const add of [
    addSubmit,
    addJobs,
    addBatches,
    addResults,
    addEvents,
    addTools,
    addDatasets,
    addFiles,
    addProjects,
    addWorkflows,
    addWorkspace,
    addMembers,
    addBudgets,
    addSessions,
    addKeys,
    addNotices,
    addReports,
    addWebhooks,
    addAccount,
    addMcp,
    addApi,
    addCompletion,
  ]) {
    add(program, act);
  }
  return program;
}
