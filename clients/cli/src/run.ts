import { CommanderError } from 'commander';
import { type Context, createContext } from './context.ts';
import { exit, exitCodeOf, UsageError } from './exitCodes.ts';
import type { Io, RawIo } from './io.ts';
import { errorDocument, errorText } from './output/describeError.ts';
import { guard } from './output/guard.ts';
import { createScreen } from './output/screen.ts';
import { createProgram } from './program.ts';

/** Runs one command line. Resolves with its exit code. */
export async function run(args: readonly string[], raw: RawIo): Promise<number> {
  const io = guard(raw);
  let context: Context | undefined;
  const program = createProgram(io, (flags) => {
    context = createContext(io, createScreen(io, flags.json === true), flags);
    return context;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return context?.exitCode() ?? exit.ok;
  } catch (thrown) {
    return fail(thrown, args, io, context);
  }
}

function fail(thrown: unknown, args: readonly string[], io: Io, context: Context | undefined): number {
  if (thrown instanceof CommanderError) {
    // Help, version and usage errors have been printed by then.
    if (thrown.exitCode === 0) return exit.ok;
    if (wantsJson(args, io) && !speaksProtocol(args))
      printError(io, new UsageError(thrown.message.replace(/^error: /, '')), exit.usage);
    return exit.usage;
  }
  const error = io.interrupted.aborted ? new Interrupted() : (thrown as Error);
  const code = error instanceof Interrupted ? exit.interrupted : exitCodeOf(error);
  if (!(error instanceof Interrupted)) io.err.write(`rotamer: ${errorText(error)}\n`);
  if (context?.screen.json && !speaksProtocol(args)) printError(io, error, code, context.screen.printed());
  return code;
}

/** Prints one document. After lines of a command that continues, it is the last line. */
function printError(io: Io, error: Error, code: number, asLine = false): void {
  io.out.write(`${JSON.stringify(errorDocument(error, code), null, asLine ? 0 : 2)}\n`);
}

/** Returns whether stdout belongs to a protocol, so that nothing else may be written there. */
function speaksProtocol(args: readonly string[]): boolean {
  return args.includes('mcp');
}

function wantsJson(args: readonly string[], io: Io): boolean {
  return args.includes('--json') || !io.out.isTerminal;
}

/** Thrown after Ctrl-C. */
export class Interrupted extends Error {
  override name = 'Interrupted';

  constructor() {
    super('Interrupted.');
  }
}
