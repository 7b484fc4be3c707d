import type { Run } from '../contract.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { areaPicture } from '../shared/pictures/areaPicture.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normaliseNoted, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { isForceFieldName } from '../shared/structure/residues.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, type Residue } from '../shared/structure/structure.ts';
import { pointOf, rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { largestArea, radiusOf } from './radii.ts';
import { accessibleAreas, spherePoints } from './surface.ts';
import { structures } from './tool.ts';

const COLUMNS = ['structure', 'chain', 'seq', 'res', 'area', 'relative'];

/** A few milliseconds of work between two checks of the stop signal. */
const ATOMS_PER_STEP = 200;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'polymer', {
    ...selectionOf(job.settings),
    writesPdb: false,
  });
  const notes = new Notes(job);
  const points = spherePoints(job.settings.points as number);
  const polymers = records.map((record) => {
    const chains = normaliseNoted(notes, record, {
      ...{ keepHydrogens: false, mseToMet: false, chainIds: 'source' as const },
      altloc: job.settings.altloc as string,
    });
    const others = chains.flatMap(({ ligands, waters }) => [...ligands, ...waters]);
    noteResidues(notes, record, others, 'neither counted nor in the way of the solvent');
    return chains.flatMap(({ polymer }) => polymer);
  });
  const total = polymers.reduce((sum, residues) => sum + atomsOf(residues).length, 0);
  let done = 0;
  for (const [i, { name, inputId }] of records.entries()) {
    const residues = polymers[i]!;
    const spheres = atomsOf(residues).map((atom) => ({ center: pointOf(atom), radius: radiusOf(atom.element) }));
    const areas: number[] = [];
    for (const area of accessibleAreas(spheres, job.settings.probe as number, points)) {
      areas.push(area);
      job.progress(++done, total);
      if (done % ATOMS_PER_STEP === 0 && !(await goOn(job.signal))) return;
    }
    const place = { sourceInputIds: [inputId] };
    const rows = perResidue(residues, areas).map((row) => ({ structure: name, ...row }));
    const sum = areas.reduce((before, area) => before + area, 0);
    job.item('totals', { structure: name, total: rounded(sum, 2), polymer_atoms: areas.length }, place);
    for (const row of rows) job.item('residues', row, place);
    job.file('table', numbered('surface', i + 1, 'tsv'), writeTsv(COLUMNS, rows), place);
    job.file(PICTURE, numbered('surface', i + 1, 'svg'), areaPicture(name, rows), place);
    if (!(await goOn(job.signal))) return;
  }
};

/** Returns the sum of the atom areas for each residue. `areas` is in the order of the residues' atoms. */
function perResidue(residues: Residue[], areas: number[]) {
  let at = 0;
  return residues.map(({ chain, number, insertion, name, parent, atoms }) => {
    let area = 0;
    for (const _ of atoms) area += areas[at++]!;
    const largest = largestArea(parent !== null && isForceFieldName(name) ? parent : name);
    const relative = largest === undefined ? null : rounded(area / largest, 4);
    return { chain, seq: `${number}${insertion}`, res: name, area: rounded(area, 2), relative };
  });
}
