import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type ToolRun } from '../../contract.ts';
import { programs } from '../native/programs.ts';
import { runProgram } from '../native/runProgram.ts';

/** A molecule that cannot be used; the message is the reason that its row gives. */
export class LigandError extends Error {}

interface Conversion {
  /** Names of formats as Open Babel knows them, e.g. `smi`, `mol`, `pdbqt`. */
  from: string;
  to: string;
  /** One molecule: at the first bad one Open Babel drops the rest of a file. */
  text: string;
  options?: string[];
}

/** A molecule takes milliseconds. */
const TIMEOUT_SECONDS = 60;

/** Of the second line of a molfile: with it the same molecule would give another file each minute. */
const DATE = /^( OpenBabel)\d{10}/m;

/**
 * One molecule in another format, by a process of its own; undefined when the job was stopped. Open Babel exits with 0
 * whether or not it converted anything, so what counts is what it wrote.
 *
 * @throws LigandError with its warning when it wrote nothing.
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

/** A crash at one molecule is that molecule's failure. */
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

/** What it says between its rulers: the function on one line, the reason on the next. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => /^\*\*\* Open Babel (Warning|Error)/.test(line));
  const reason = at === -1 ? '' : (lines[at + 1] ?? '');
  return reason && `: ${reason.slice(0, 200)}`;
}
