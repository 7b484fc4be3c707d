import { ToolError } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { type Finished, type Order, runProgram } from '../shared/native/runProgram.ts';
import { quickImports } from './quickImports.ts';

/**
 * Runs PDB2PQR with a line-buffered temporary file. PDB2PQR 3.5 lets PROPKA read a file before its end is written:
 * residues in the last 8 KiB are not titrated, and a small structure has none at all
 * (https://github.com/Electrostatics/pdb2pqr/issues/334).
 */
const script = `${quickImports}import functools, sys, tempfile
tempfile.NamedTemporaryFile = functools.partial(tempfile.NamedTemporaryFile, buffering=1)
from pdb2pqr.main import main
try:
    main()
except Exception:
    sys.exit(1)
`;

/** The interpreter of the Debian package, because another one may come first on the PATH. */
const python = { ...programs.pdb2pqr, command: '/usr/bin/python3' };

/**
 * Runs PDB2PQR.
 *
 * @throws ToolError that names the structure, and the missing atoms if there are several.
 */
export async function runPdb2pqr(structure: string, order: Omit<Order, 'program'>): Promise<Finished> {
  const missing: string[] = [];
  const onStderr = (line: string) => {
    const found = /^WARNING:Missing atom (\S{1,4}) in residue (.{1,20})$/.exec(line);
    if (found) missing.push(`${found[1]} of ${found[2]}`);
  };
  try {
    return await runProgram({ ...order, program: python, args: ['-I', '-c', script, ...order.args], onStderr });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const lacks = missing.length > 1 ? ` (it lacks ${missing.length} heavy atoms, such as ${missing[0]})` : '';
    throw new ToolError(`${structure}${lacks}: ${error.message.replace(/^python3(?= )/, 'pdb2pqr30')}`);
  }
}
