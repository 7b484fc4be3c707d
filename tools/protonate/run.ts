import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, type Settings, ToolError } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { atomsOf, type Structure } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { parsePqr, parsePropka } from './parse.ts';
import { runPdb2pqr } from './pdb2pqr.ts';
import { structures } from './tool.ts';

const INPUT = 'structure.pdb';
const PQR = 'structure.pqr';
const APBS = 'apbs.in';

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'backbone');
  refuseProblems({ problems, units: 0 });
  for (const [i, { name, structure, inputId }] of records.entries()) {
    const given = stage(join(job.workdir, INPUT), structure, job.settings);
    const order = { cwd: job.workdir, signal: job.signal };
    const prepared = await runPdb2pqr(name, { ...order, args: options(job.settings) });
    if (prepared.stopped) return;
    const pqr = readOutput(programs.pdb2pqr, join(job.workdir, PQR));
    const counted = parsePqr(pqr);
    if (counted.atoms < given) throw new ToolError(`${name}: pdb2pqr30 wrote ${counted.atoms} of ${given} atoms`);
    const titrated = await runProgram({ ...order, program: programs.propka, args: [INPUT] });
    if (titrated.stopped) return;
    const { groups, ...points } = parsePropka(readOutput(programs.propka, join(job.workdir, 'structure.pka')));
    const place = { sourceInputIds: [inputId] };
    job.item('summary', { structure: name, ...counted, ...points }, place);
    for (const group of groups) job.item('titratable', { structure: name, ...group }, place);
    job.file('pqr', numbered('structure', i + 1, 'pqr'), pqr, place);
    job.file('apbs_input', numbered('apbs', i + 1, 'in'), readOutput(programs.pdb2pqr, join(job.workdir, APBS)), place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/** Writes the protein, with its waters where they stay, and says how many atoms it has. */
function stage(path: string, structure: Structure, { drop_water }: Settings): number {
  const { chains } = normalise(structure);
  const protein = chains
    .flatMap(({ polymer }) => polymer)
    .filter((residue) => residue.class === 'protein' && !residue.isHet);
  const waters = drop_water ? [] : chains.flatMap((chain) => chain.waters);
  const residues = [...protein, ...waters];
  writeFileSync(path, writePdb(residues, structure));
  return atomsOf(residues).length;
}

const options = ({ ph, forcefield, drop_water, titrate }: Settings): string[] => [
  `--ff=${forcefield}`,
  ...(titrate ? [`--with-ph=${ph}`, '--titration-state-method=propka'] : []),
  ...(drop_water ? ['--drop-water'] : []),
  `--apbs-input=${APBS}`,
  INPUT,
  PQR,
];
