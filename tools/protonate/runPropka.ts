import { programs } from '../shared/native/programs.ts';
import { type Finished, type Order, runProgram } from '../shared/native/runProgram.ts';
import { quickImports } from './quickImports.ts';

/**
 * PROPKA leaves one of two groups that share a residue out of its summary, such as the side chain of HIS at the start
 * of a chain (jensengroup/propka #137). This script sets a parameter to 0, with which the summary has both groups and
 * the same values.
 */
const script = `${quickImports}import os, re, sys
import propka, propka.run
with open(os.path.join(os.path.dirname(propka.__file__), "propka.cfg")) as file:
    parameters = re.sub(r"(?m)^(remove_penalised_group\\s+)1", r"\\g<1>0", file.read())
with open("all-groups.cfg", "w") as file:
    file.write(parameters)
sys.argv[1:1] = ["-p", "all-groups.cfg"]
propka.run.main()
`;

/** The interpreter of the Debian package, as for PDB2PQR. */
const python = { ...programs.propka, command: '/usr/bin/python3' };

/** Runs PROPKA on a PDB file in the job's folder. */
export const runPropka = (file: string, order: Omit<Order, 'program' | 'args'>): Promise<Finished> =>
  runProgram({ ...order, program: python, args: ['-I', '-c', script, file] });
