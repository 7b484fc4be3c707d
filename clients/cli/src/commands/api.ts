import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../usageError.ts';
import { type Act, collect } from './group.ts';

/** api METHOD PATH: any request of the API. */
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
  const body = flags.data === undefined ? undefined : parseBody(await readData(flags.data, io));
  // Git Bash on Windows rewrites arguments that begin with a slash.
  const relative = path.startsWith('/') ? path : `/${path}`;
  const verb = method.toUpperCase();
  const isKeyed = 'idempotency-key' in headers || 'x-idempotency-key' in headers;
  const answer = await client().request(verb, relative.replace(/^\/api\/v1/, ''), {
    body,
    headers,
    ...(isKeyed && { repeat: 'safe' as const }),
    signal: io.interrupted,
  });
  screen.result(answer.body, () => `${JSON.stringify(answer.body, null, 2)}\n`);
}

async function readData(data: string, io: Context['io']): Promise<string> {
  if (!data.startsWith('@')) return data;
  if (data === '@-') return String(await io.readStdin());
  try {
    return readFileSync(resolve(io.cwd, data.slice(1)), 'utf8');
  } catch (error) {
    throw new UsageError(`${data.slice(1)} cannot be read: ${(error as Error).message}`);
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--data is not valid JSON: ${(error as Error).message}`);
  }
}
