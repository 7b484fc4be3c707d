import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, ToolError } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeModels } from '../shared/structure/models.ts';
import { noteChanges, noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { check } from './check.ts';
import { forTheseus, readModels } from './models.ts';
import { parseSummary, parseVariances, placed } from './parse.ts';
import { ensemble } from './tool.ts';

const PDB = 'models.pdb';
const OUT = 'out';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const record = readStructures(job.inputs, ensemble, 'protein', selectionOf(job.settings)).records[0]!;
  const { name, structure, inputId } = record;
  const models = readModels(job.inputs, structure.models, job.settings);
  writeFileSync(join(job.workdir, PDB), writeModels(models.map(({ residues }) => forTheseus(residues))));
  const theseus = (...args: string[]) =>
    runProgram({ program: programs.theseus, args: [...args, PDB], cwd: job.workdir, signal: job.signal });
  const [squares, likely] = [await theseus('-l', '-r', 'squares'), await theseus('-r', OUT)];
  if (squares.stopped || likely.stopped) return;

  const read = (ending: string) => readOutput(programs.theseus, join(job.workdir, `${OUT}_${ending}`));
  const residues = models[0]!.residues.filter((residue) => findAtom(residue, 'CA'));
  const variances = parseVariances(read('variances.txt'), residues.length);
  // Only the atoms are used: the remarks of the file name date, machine and folder.
  const written = read('sup.pdb')
    .split(/^MODEL .*\n/m)
    .slice(1);
  if (written.length !== models.length)
    throw new ToolError(`theseus wrote ${written.length} of ${models.length} models`);
  const superposed = models.map((model, i) => placed(written[i]!.split('\n'), model.residues));
  const traces = residues.map((residue) => ({ ...residue, atoms: [findAtom(residue, 'CA')!] }));
  const place = { sourceInputIds: [inputId] };
  const { rmsd, sigma } = parseSummary(likely.stdout);
  const row = { ls_rmsd: parseSummary(squares.stdout).rmsd, ml_rmsd: rmsd, ml_sigma: sigma };
  job.item('summary', { structure: name, models: models.length, ...row }, place);
  for (const [i, { chain, number, insertion, name: res }] of residues.entries())
    job.item('residues', { chain, seq: `${number}${insertion}`, res, variance: variances[i] }, place);
  const average = placed(read('ave.pdb').split('\n'), traces);
  job.file('superposed', 'superposed.pdb', writeModels(superposed), place);
  job.file('average', 'average.pdb', writePdb(average, { id: null, hybrid36: true }), place);
  const notes = new Notes(job);
  noteReading(notes, { ...record, structure: { ...structure, models: 1 } });
  noteChanges(notes, record, models[0]!.changes);
  noteResidues(notes, record, models[0]!.unused, 'proteins alone are superposed');
  job.progress(1, 1);
};
