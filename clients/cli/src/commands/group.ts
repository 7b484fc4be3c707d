import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** Makes the handler of a command, which gets the context, the arguments and the options. */
export type Act = (
  handler: (context: Context, args: never, options: never) => Promise<void> | void,
) => (...args: unknown[]) => Promise<void>;

/** Adds commands to the program or to a group of it. */
export type AddCommands = (program: Command, act: Act) => void;

/** Collects an option that may be given several times. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}
