import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, ToolError } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { findAtom } from '../shared/structure/structure.ts';
import { check } from './check.ts';
import { readModels, writeModels } from './models.ts';
import { parseSummary, parseVariances, withoutRemarks } from './parse.ts';
import { ensemble } from './tool.ts';

const PDB = 'models.pdb';
const OUT = 'out';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { name, structure, inputId } = readStructures(job.inputs, ensemble, 'protein').records[0]!;
  const models = readModels(job.inputs, structure.models);
  writeFileSync(join(job.workdir, PDB), writeModels(models));
  const theseus = (...args: string[]) =>
    runProgram({ program: programs.theseus, args: [...args, PDB], cwd: job.workdir, signal: job.signal });
  const [squares, likely] = [await theseus('-l', '-r', 'squares'), await theseus('-r', OUT)];
  if (squares.stopped || likely.stopped) return;

  const read = (ending: string) => readOutput(programs.theseus, join(job.workdir, `${OUT}_${ending}`));
  const residues = models[0]!.filter((residue) => findAtom(residue, 'CA'));
  const variances = parseVariances(read('variances.txt'), residues.length);
  const superposed = withoutRemarks(read('sup.pdb'));
  const written = superposed.match(/^MODEL /gm)?.length ?? 0;
  if (written !== models.length) throw new ToolError(`theseus wrote ${written} of ${models.length} models`);
  const place = { sourceInputIds: [inputId] };
  const { rmsd, sigma } = parseSummary(likely.stdout);
  const row = { ls_rmsd: parseSummary(squares.stdout).rmsd, ml_rmsd: rmsd, ml_sigma: sigma };
  job.item('summary', { structure: name, models: models.length, ...row }, place);
  for (const [i, { chain, number, insertion, name: res }] of residues.entries())
    job.item('residues', { chain, seq: `${number}${insertion}`, res, variance: variances[i] }, place);
  job.file('superposed', 'superposed.pdb', superposed, place);
  job.file('average', 'average.pdb', withoutRemarks(read('ave.pdb')), place);
  job.progress(1, 1);
};
