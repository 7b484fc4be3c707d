import { Argument, type Command } from 'commander';
import { completionScript, type Shell, shells, wordsOf } from '../completion.ts';
import type { Context } from '../context.ts';
import type { Act } from './group.ts';

/** completion SHELL. */
export function addCompletion(program: Command, act: Act): void {
  program
    .command('completion')
    .description('print a completion script: eval "$(rotamer completion bash)"')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(
      act((context: Context, [shell]: [Shell]) => context.io.out.write(completionScript(shell, wordsOf(program)))),
    );
}
