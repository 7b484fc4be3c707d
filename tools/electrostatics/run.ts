import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Run, ToolError } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { apbsInput, gridAround, parseEnergy, writePqr } from './apbsInput.ts';
import { check } from './check.ts';
import { type ChargedMolecule, readPqr } from './readPqr.ts';

const INPUT = 'run.in';
const PQR = 'molecule.pqr';
const POTENTIAL = 'potential';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { inputId, ...molecule } = readPqr(job.inputs).records[0]!;
  const { atoms } = molecule;
  noteMolecule(new Notes(job), inputId, molecule);
  const grid = gridAround(atoms, job.settings);
  writeFileSync(join(job.workdir, PQR), writePqr(atoms));
  writeFileSync(join(job.workdir, INPUT), apbsInput(PQR, POTENTIAL, grid, job.settings));
  const order = { program: programs.apbs, args: [INPUT], cwd: job.workdir, signal: job.signal };
  const { stdout, stopped } = await runProgram(order);
  if (stopped) return;
  const energy = parseEnergy(stdout);
  if (!Number.isFinite(energy)) throw new ToolError('apbs gave no energy');
  const place = { sourceInputIds: [inputId] };
  const potential = readOutput(programs.apbs, join(job.workdir, potentialFile(job.workdir)));
  job.file('potential', 'potential.dx.gz', gzipSync(potential), place);
  job.item('energy', { solvation_energy_kj_mol: energy, ...summary(atoms, grid) }, place);
  job.progress(1, 1);
};

/** Charges of whole molecules add up to a whole number, within the precision of the file. */
const CHARGE_TOLERANCE = 0.05;

function noteMolecule(notes: Notes, inputId: string, { atoms, models }: ChargedMolecule): void {
  const others = Array.from({ length: models - 1 }, (_, i) => `model ${i + 2}`);
  notes.leftOut(inputId, 'molecule', 'model', others, 'the energy is that of the first model');
  const charge = atoms.reduce((sum, atom) => sum + atom.charge, 0);
  if (Math.abs(charge - Math.round(charge)) > CHARGE_TOLERANCE)
    notes.warn(inputId, 'molecule', `the charges add up to ${rounded(charge)}, no whole number: atoms may be missing`);
}

/** Returns the file with the potential. APBS with MPI, as in Debian, adds the number of its process to the name. */
function potentialFile(folder: string): string {
  const plain = `${POTENTIAL}.dx`;
  if (existsSync(join(folder, plain))) return plain;
  return readdirSync(folder).find((name) => /^potential-PE\d+\.dx$/.test(name)) ?? plain;
}

function summary(atoms: { charge: number }[], { points, fine }: ReturnType<typeof gridAround>) {
  const charge = atoms.reduce((sum, atom) => sum + atom.charge, 0);
  return {
    atoms: atoms.length,
    net_charge: rounded(charge),
    grid_spacing: fine.map((length) => rounded(length / (points - 1))),
  };
}
