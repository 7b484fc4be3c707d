import type { Command } from 'commander';
import type { Context, GlobalFlags } from '../context.ts';
import type { Act } from './group.ts';
import { wholeNumber } from './numbers.ts';

/** mcp: serves tools for models over the Model Context Protocol. */
export function addMcp(program: Command, act: Act): void {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on stdin and stdout, for programs that use models')
    .option('--budget <n>', 'credits that may be spent without a person, while it runs', wholeNumber, 0)
    .action(act(mcp));
}

async function mcp(context: Context, _args: [], flags: GlobalFlags & { budget: number }): Promise<void> {
  // Imported only here, so that other commands start faster.
  const { serve } = await import('../mcp/serve.ts');
  await serve(context, flags.budget, flags);
}
