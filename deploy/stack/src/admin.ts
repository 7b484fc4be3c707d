// npm run admin -- <command> [options] --json: operators' commands against a running stack or cluster.

import { toFault } from '@rotamer/kit/fault.ts';
import { openClients } from './admin/clients.ts';
import type { ProvisionCommand } from './admin/command.ts';
import { findAccess, NoAccess } from './admin/findAccess.ts';
import { type Call, parseCall } from './admin/parseCall.ts';
import { WrongCall } from './admin/values.ts';
import { defaultDataDir } from './stack/paths.ts';

process.exitCode = await main(process.argv.slice(2));

/** Answers the exit code: 0 done, 1 refused or bad news, 2 a wrong call. */
async function main(args: string[]): Promise<number> {
  try {
    const call = parseCall(args);
    const answer = await perform(call);
    console.log(call.json ? JSON.stringify(answer) : forHumans(answer));
    return call.command.isBad?.(answer) ? 1 : 0;
  } catch (error) {
    console.error(JSON.stringify({ error: describe(error) }));
    return error instanceof WrongCall ? 2 : 1;
  }
}

async function perform({ command, options, dataDir }: Call): Promise<object> {
  if ('provision' in command) return provision(command, options);
  const clients = openClients(findAccess(dataDir ?? defaultDataDir, process.env));
  try {
    return await command.run(options, clients);
  } finally {
    clients.close();
  }
}

/** What a neighbour says is for the operator, unlike what goes wrong inside a service. */
async function provision(command: ProvisionCommand, options: Record<string, string>): Promise<object> {
  try {
    return await command.provision(options, process.env);
  } catch (error) {
    throw error instanceof WrongCall ? error : new NoAccess((error as Error).message, { cause: error });
  }
}

function forHumans(answer: object): string {
  const width = Math.max(...Object.keys(answer).map((name) => name.length));
  const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(answer)
    .map(([name, value]) => `${name.padEnd(width)}  ${show(value)}`)
    .join('\n');
}

function describe(error: unknown): object {
  if (error instanceof WrongCall) return { code: 'wrong_call', message: error.message };
  if (error instanceof NoAccess) return { code: 'no_access', message: error.message };
  const { code, message, resolution, details } = toFault(error);
  return { code, message, resolution, details };
}
