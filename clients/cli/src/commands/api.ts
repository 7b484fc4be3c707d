import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { readText } from '../submit/readText.ts';
import { type Act, collect } from './group.ts';

/** api METHOD PATH: sends any request of the API. */
export function addApi(program: Command, act: Act): void {
  program
    .command('api')
    .description('send any request, relative to /api/v1')
    .argument('<method>')
    .argument('<path>', 'such as /jobs?limit=5')
    .option('-d, --data <json>', 'a JSON body; @FILE reads it from a file, @- from stdin')
    .option('-H, --header <name:value>', 'a header', collect, [])
    .action(act(api));
}

async function api(
  { client, screen, io }: Context,
  [method, path]: [string, string],
  flags: { data?: string; header: string[] },
): Promise<void> {
  const headers = Object.fromEntries(
    flags.header.map((header) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--header must be NAME:VALUE, not '${header}'.`);
      return [name.toLowerCase(), value];
    }),
  );
  const body =
    flags.data === undefined
      ? undefined
      : parseBody(flags.data.startsWith('@') ? await readText(flags.data.slice(1), io) : flags.data);
  // Git Bash on Windows rewrites arguments that begin with a slash.
  const relative = path.startsWith('/') ? path : `/${path}`;
  const verb = method.toUpperCase();
  const answer = await client().request(verb, relative.replace(/^\/api\/v1/, ''), {
    body,
    headers,
  });
  screen.result(answer.body, () => `${JSON.stringify(answer.body, null, 2)}\n`);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--data is not valid JSON: ${(error as Error).message}`);
  }
}
