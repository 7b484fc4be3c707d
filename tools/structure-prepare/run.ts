import type { Run } from '../contract.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { atomsOf, residueName } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { check } from './check.ts';
import { type Prepared, type PrepareSettings, prepare } from './prepare.ts';
import { MAX_LIGAND_FILES, structures } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const model = job.settings.model as number;
  const settings = job.settings as unknown as PrepareSettings;
  const { records } = readStructures(job.inputs, structures, 'polymer', { model });
  for (const [i, { name, structure, inputId }] of records.entries()) {
    const place = { sourceInputIds: [inputId] };
    const prepared = prepare(structure, settings);
    const file = numbered('receptor', i + 1, 'pdb');
    job.file('receptor', file, writePdb(prepared.receptor, structure), place);
    const ligands = prepared.ligands.slice(0, settings.ligands === 'drop' ? 0 : MAX_LIGAND_FILES).map((residue, j) => {
      const ligandFile = settings.ligands === 'split' ? numbered(`ligand-${i + 1}`, j + 1, 'pdb') : null;
      if (ligandFile) job.file('ligands', ligandFile, writePdb([residue], structure), place);
      return { residue: residueName(residue), atoms: residue.atoms.length, file: ligandFile };
    });
    job.item('report', { structure: name, file, model, ...reportOf(prepared), ligands }, place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

function reportOf({ receptor, ligands, chains, changes }: Prepared) {
  return {
    residues: chains.reduce((sum, { polymer }) => sum + polymer.length, 0),
    atoms: atomsOf(receptor).length,
    chains: chains.map(({ source, id }) => ({ source, written: id })),
    ligand_count: ligands.length,
    waters: chains.reduce((sum, { waters }) => sum + waters.length, 0),
    removed_hydrogens: changes.hydrogens,
    removed_alternates: changes.alternates,
    removed_variants: changes.variants.length,
    selenomethionines: changes.selenomethionines,
  };
}
