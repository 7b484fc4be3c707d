import { type Run, type Settings, ToolError } from '../contract.ts';
import { noteStaged } from '../shared/native/noteStaged.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { residueFinder, type Staged, seqOf, stageStructure } from '../shared/native/stageStructure.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { areaPicture } from '../shared/pictures/areaPicture.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import type { Residue } from '../shared/structure/structure.ts';
import { check, groupsOf } from './check.ts';
import { parseFreesasa, type Structures } from './parse.ts';
import { contract, structures } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'backbone', {
    ...selectionOf(job.settings),
    sideChains: true,
  });
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const { name, structure, inputId } = record;
    // FreeSASA prints the file name in its output, so the name is always the same.
    const pdb = 'structure.pdb';
    const staged = stageStructure(job.workdir, pdb, structure, {
      isWanted: isWanted(job.settings),
      altloc: job.settings.altloc as string,
    });
    const { stdout, stopped } = await runProgram({
      program: programs.freesasa,
      args: [...options(job.settings, staged), pdb],
      cwd: job.workdir,
      signal: job.signal,
      maxOutputMiB: contract.limits.outputMiB / 2,
    });
    if (stopped) return;
    const [rows, totals] = [...restored(parseFreesasa(stdout), staged, job.settings)];
    if (rows.length !== staged.residues.length)
      throw new ToolError(`${name}: freesasa found ${rows.length} of ${staged.residues.length} residues`);
    const place = { sourceInputIds: [inputId] };
    for (const total of totals) job.item('totals', { structure: name, ...total }, place);
    for (const row of rows) job.item('residues', { structure: name, ...row }, place);
    job.file('freesasa', numbered('structure', i + 1, 'json'), stdout, place);
    const areas = rows.map(({ chain, seq, total }) => ({ chain, seq, area: total }));
    job.file(PICTURE, numbered('surface', i + 1, 'svg'), areaPicture(name, areas), place);
    noteStaged(notes, record, staged, 'it has no area here, and buries nothing');
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/**
 * Which residues are used. Caps belong to the protein. Waters are always left out, because the probe stands for them.
 */
const isWanted =
  ({ nucleic_acids, ligands }: Settings) =>
  ({ class: kind }: Residue): boolean =>
    kind === 'protein' || kind === 'cap' || (kind === 'nucleic' && !!nucleic_acids) || (kind === 'ligand' && !!ligands);

/**
 * Returns rows of residues and totals, with the names of the input. With groups of chains, the residues are those of
 * the whole.
 */
function restored(found: Structures, staged: Staged, settings: Settings) {
  const find = residueFinder(staged.residues);
  const groups = groupsOf(settings);
  const whole = groups.length > 0 ? found.slice(0, 1) : found;
  const rows = whole.flatMap(({ residues }) =>
    residues.map((residue) => {
      const original = find(residue.chain, residue.seq)?.original;
      if (!original)
        throw new ToolError(`freesasa wrote a residue ${residue.chain}:${residue.seq} that it was not given`);
      return { ...residue, chain: original.chain, seq: seqOf(original), res: original.name };
    }),
  );
  const idOf = new Map(staged.residues.map(({ original, written }) => [written.chain, original.chain]));
  const totals = found.map(({ chains, area }, i) => {
    const isPart = settings.separate_chains || i > 0;
    return { chain: isPart ? chains.map((id) => idOf.get(id)).join() : null, ...area };
  });
  return [rows, totals] as const;
}

function options(
  { algorithm, probe, resolution, separate_chains, ...settings }: Settings,
  { residues }: Staged,
): string[] {
  const letters = new Map(residues.map(({ original, written }) => [original.chain, written.chain]));
  const groups = groupsOf(settings).map((ids) => ids.map((id) => letters.get(id) ?? '').join(''));
  return [
    ...['--format=json', '--depth=residue', `--probe-radius=${probe}`, `--resolution=${resolution}`, '--n-threads=1'],
    ...(algorithm === 'shrake-rupley' ? ['--shrake-rupley'] : []),
    ...(settings.ligands ? ['--hetatm'] : []),
    ...(separate_chains ? ['--separate-chains'] : []),
    ...(groups.length > 0 ? [`--chain-groups=${groups.join('+')}`] : []),
  ];
}
