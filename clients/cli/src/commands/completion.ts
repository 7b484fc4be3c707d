import { Argument, type Command } from 'commander';
import { completionScript, type Shell, shells, wordsOf } from '../completion.ts';
import type { Context } from '../context.ts';
import type { Act } from './group.ts';

/** completion SHELL, and completion tools, which the scripts of the shells call. */
export function addCompletion(program: Command, act: Act): void {
  program
    .command('completion')
    .description('print a completion script: eval "$(rotamer completion bash)"')
    .addArgument(new Argument('<shell>').choices([...shells, 'tools']))
    .action(
      act(async (context: Context, [what]: [Shell | 'tools']) => {
        context.io.out.write(what === 'tools' ? await toolIds(context) : completionScript(what, wordsOf(program)));
      }),
    );
}

/** Returns one id per line. Others than words are left out, because shells expand what completes a line. */
async function toolIds({ client }: Context): Promise<string> {
  const tools = await client().tools.list().take(Number.POSITIVE_INFINITY);
  const ids = tools.map(({ id }) => id).filter((id) => /^[\w-]+$/.test(id));
  return ids.map((id) => `${id}\n`).join('');
}
