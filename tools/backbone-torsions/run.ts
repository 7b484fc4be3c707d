import type { Run } from '../contract.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import type { Structure } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { ramachandranPlot } from './ramachandran.ts';
import { structures } from './tool.ts';
import { torsionsOf } from './torsions.ts';

const COLUMNS = ['structure', 'chain', 'seq', 'res', 'phi', 'psi', 'omega', 'region'];

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'backbone');
  refuseProblems({ problems, units: 0 });
  for (const [i, { name, structure, inputId }] of records.entries()) {
    const place = { sourceInputIds: [inputId] };
    const rows = rowsOf(structure).map((row) => ({ structure: name, ...row }));
    for (const row of rows) job.item('torsions', row, place);
    job.file('table', numbered('torsions', i + 1, 'tsv'), writeTsv(COLUMNS, rows), place);
    job.file(PICTURE, numbered('ramachandran', i + 1, 'svg'), ramachandranPlot(name, rows), place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

function rowsOf(structure: Structure) {
  const degrees = (angle: number | null) => (angle === null ? null : rounded(angle, 2));
  return normalise(structure).chains.flatMap(({ polymer }) => {
    const residues = polymer.filter((residue) => residue.class === 'protein');
    const torsions = torsionsOf(residues);
    return residues.map(({ chain, number, insertion, name }, i) => {
      const { phi, psi, omega, region } = torsions[i]!;
      const seq = `${number}${insertion}`;
      return { chain, seq, res: name, phi: degrees(phi), psi: degrees(psi), omega: degrees(omega), region };
    });
  });
}
