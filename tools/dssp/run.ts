import { join } from 'node:path';
import { type Run, ToolError } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { stageStructure } from '../shared/native/stageStructure.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { type Dssp, parseDssp, withoutDate } from './parseDssp.ts';
import { secondaryStructurePicture } from './picture.ts';
import { structures } from './tool.ts';

/** mkdssp leaves out residues without a whole backbone. */
const MIN_FOUND = 0.9;

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'backbone');
  refuseProblems({ problems, units: 0 });
  for (const [i, { name, structure, inputId }] of records.entries()) {
    const [pdb, out] = [`in-${i}.pdb`, `out-${i}.dssp`];
    const residues = stageStructure(job.workdir, pdb, structure);
    const { stopped } = await runProgram({
      program: programs.mkdssp,
      args: ['--output-format=dssp', `--min-pp-stretch=${job.settings.min_pp_stretch}`, pdb, out],
      cwd: job.workdir,
      signal: job.signal,
    });
    if (stopped) return;
    const text = withoutDate(readOutput(programs.mkdssp, join(job.workdir, out)));
    const dssp = parseDssp(text);
    if (dssp.residues.length < MIN_FOUND * residues.length)
      throw new ToolError(`${name}: mkdssp found ${dssp.residues.length} of ${residues.length} residues`);
    const place = { sourceInputIds: [inputId] };
    job.item('summary', { structure: name, ...summary(dssp) }, place);
    for (const residue of dssp.residues) job.item('residues', { structure: name, ...residue }, place);
    job.file('dssp', numbered('structure', i + 1, 'dssp'), text, place);
    const picture = secondaryStructurePicture(name, dssp.residues);
    job.file(PICTURE, numbered('structure', i + 1, 'svg'), picture, place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

function summary({ surface, hbonds, residues }: Dssp) {
  const fraction = (letters: string) =>
    rounded(residues.filter(({ ss }) => letters.includes(ss)).length / residues.length, 4);
  return {
    residues: residues.length,
    helix_fraction: fraction('HGIP'),
    strand_fraction: fraction('EB'),
    accessible_surface: surface,
    hbonds,
    ss_string: residues.map(({ ss }) => ss).join(''),
  };
}
