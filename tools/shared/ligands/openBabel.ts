import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type ToolRun } from '../../contract.ts';
import { programs } from '../native/programs.ts';
import { runProgram } from '../native/runProgram.ts';

/** A molecule that cannot be used. The message is the reason in its row. */
export class LigandError extends Error {}

interface Conversion {
  /** Names of formats as Open Babel knows them, e.g. `smi`, `mol`, `pdbqt`. */
  from: string;
  to: string;
  /** The text of one molecule. Open Babel would drop all molecules after the first bad one of a file. */
  text: string;
  options?: string[];
}

/** Converting a molecule usually takes milliseconds. */
const TIMEOUT_SECONDS = 60;

/** The date in the second line of a molfile. It is removed, so that the same molecule always gives the same file. */
const DATE = /^( OpenBabel)\d{10}/m;

/**
 * Converts one molecule to another format, in a separate process. Returns undefined when the job was stopped. Open
 * Babel always exits with 0, so only its output shows whether it succeeded.
 *
 * @throws LigandError with Open Babel's warning when it wrote nothing.
 */
export async function convertMolecule(
  { workdir, signal }: Pick<ToolRun, 'workdir' | 'signal'>,
  { from, to, text, options = [] }: Conversion,
): Promise<string | undefined> {
  const [input, output] = [`molecule.${from}`, `converted.${to}`];
  rmSync(join(workdir, output), { force: true });
  writeFileSync(join(workdir, input), text);
  const args = [`-i${from}`, input, `-o${to}`, '-O', output, ...options];
  const { stderr, stopped } = await run(args, workdir, signal);
  if (stopped) return undefined;
  const written = readIfThere(join(workdir, output));
  if (written.trim() !== '') return written.replace(DATE, '$1          ');
  throw new LigandError(`Open Babel could not convert it${reasonOf(stderr)}`);
}

/** Runs Open Babel. When it crashes, only this molecule fails. */
async function run(args: string[], cwd: string, signal: AbortSignal) {
  try {
    return await runProgram({ program: programs.obabel, args, cwd, signal, timeoutSeconds: TIMEOUT_SECONDS });
  } catch (error) {
    if (error instanceof ToolError) throw new LigandError(error.message);
    throw error;
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the reason that Open Babel prints between two rulers: the function on one line, the reason on the next. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => /^\*\*\* Open Babel (Warning|Error)/.test(line));
  const reason = at === -1 ? '' : (lines[at + 1] ?? '');
  return reason && `: ${reason.slice(0, 200)}`;
}
