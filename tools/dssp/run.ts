import { join } from 'node:path';
import { type Run, ToolError } from '../contract.ts';
import { noteStaged } from '../shared/native/noteStaged.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { residueFinder, type Staged, seqOf, stageStructure } from '../shared/native/stageStructure.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { letterOf } from '../shared/structure/residues.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { residueName } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { type Dssp, type DsspResidue, parseDssp, withoutDate } from './parseDssp.ts';
import { secondaryStructurePicture } from './picture.ts';
import { structures } from './tool.ts';

/** Minimum fraction of residues that mkdssp must return. It leaves out residues without a whole backbone. */
const MIN_FOUND = 0.9;

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'backbone', selectionOf(job.settings));
  refuseProblems({ problems, units: 0 });
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const { name, structure, inputId } = record;
    const [pdb, out] = [`in-${i}.pdb`, `out-${i}.dssp`];
    const altloc = job.settings.altloc as string;
    const staged = stageStructure(job.workdir, pdb, structure, { parents: 'names', altloc });
    const { stopped } = await runProgram({
      program: programs.mkdssp,
      args: ['--output-format=dssp', `--min-pp-stretch=${job.settings.min_pp_stretch}`, pdb, out],
      cwd: job.workdir,
      signal: job.signal,
    });
    if (stopped) return;
    const text = withoutDate(readOutput(programs.mkdssp, join(job.workdir, out)));
    const dssp = parseDssp(text);
    const rows = namedAsInput(dssp.residues, staged);
    if (rows.length < MIN_FOUND * staged.residues.length)
      throw new ToolError(`${name}: mkdssp found ${rows.length} of ${staged.residues.length} residues`);
    const place = { sourceInputIds: [inputId] };
    job.item('summary', { structure: name, ...summary(dssp) }, place);
    for (const { original: _, ...residue } of rows) job.item('residues', { structure: name, ...residue }, place);
    job.file('dssp', numbered('structure', i + 1, 'dssp'), text, place);
    const picture = secondaryStructurePicture(name, rows);
    job.file(PICTURE, numbered('structure', i + 1, 'svg'), picture, place);
    noteStaged(notes, record, staged, 'DSSP is of amino acids');
    const found = new Set(rows.map(({ original }) => original));
    const missing = staged.residues.filter(({ original }) => !found.has(original));
    const names = missing.map(({ original }) => residueName(original));
    notes.leftOut(inputId, name, 'residue', names, 'mkdssp has no row for it, mostly for want of N, CA, C or O');
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/** Returns rows with the chain, number and name of the input. */
function namedAsInput(residues: DsspResidue[], staged: Staged) {
  const find = residueFinder(staged.residues);
  return residues.map((residue) => {
    const original = find(residue.chain, residue.seq)?.original;
    if (!original) throw new ToolError(`mkdssp wrote a residue ${residue.chain}:${residue.seq} that it was not given`);
    const { chain, name: res } = original;
    return { ...residue, chain, seq: seqOf(original), res, aa: letterOf(original), original };
  });
}

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
