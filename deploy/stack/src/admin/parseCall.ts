import { parseArgs } from 'node:util';
import type { Command, ProvisionCommand } from './command.ts';
import { commands } from './commands.ts';
import { WrongCall } from './values.ts';

/** A parsed command line. */
export interface Call {
  command: Command | ProvisionCommand;
  options: Record<string, string>;
  /** Whether to print one JSON object instead of lines for people. */
  json: boolean;
  /** The data folder of the stack to call, if given. */
  dataDir?: string;
}

/** Parses `workspace create --name N … [--json] [--data DIR]`. */
export function parseCall(args: string[]): Call {
  // A name has one or two words, and options follow it.
  const names = [args.slice(0, 2).join(' '), args.slice(0, 1).join('')];
  const command = commands.find((known) => names.includes(known.name));
  if (!command) throw new WrongCall(`Unknown command '${names[0]}'. ${usage()}`);
  const { json, data, ...options } = parse(command, args.slice(command.name.split(' ').length));
  const missing = Object.keys(command.required).filter((option) => !options[option]);
  if (missing.length > 0) throw new WrongCall(`Missing --${missing.join(', --')}. Usage:\n${usageOf(command)}`);
  return { command, options, json: json !== undefined, dataDir: data };
}

/** All commands. */
export const usage = () => `Commands:\n${commands.map(usageOf).join('\n')}`;

/** The usage of a command, on one line. */
export function usageOf({ name, required, optional = {}, summary }: Call['command']): string {
  const must = Object.entries(required).map(([option, value]) => ` --${option} ${value}`);
  const may = Object.entries(optional).map(([option, value]) => ` [--${option} ${value}]`);
  return `  ${name}${must.join('')}${may.join('')}  (${summary})`;
}

function parse(command: Call['command'], args: string[]): Record<string, string> {
  const text = { type: 'string' } as const;
  const names = [...Object.keys({ ...command.required, ...command.optional }), 'data'];
  const options = Object.fromEntries(names.map((name) => [name, text]));
  try {
    const { values } = parseArgs({ args, options: { ...options, json: { type: 'boolean' } } });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  } catch (error) {
    throw new WrongCall(`${(error as Error).message} Usage:\n${usageOf(command)}`);
  }
}
