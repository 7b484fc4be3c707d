import type { Run } from '../contract.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { noteChanges, noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, type Residue, residueName, type Structure } from '../shared/structure/structure.ts';
import { writeMmcif } from '../shared/structure/writeMmcif.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { check } from './check.ts';
import { type Prepared, type PrepareSettings, prepare } from './prepare.ts';
import { MAX_LIGAND_FILES, structures } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const model = job.settings.model as number;
  const settings = job.settings as unknown as PrepareSettings;
  const { records } = readStructures(job.inputs, structures, 'polymer', selectionOf(job.settings));
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const { name, structure, inputId } = record;
    const place = { sourceInputIds: [inputId] };
    const prepared = prepare(structure, settings);
    noteReading(notes, record);
    noteChanges(notes, record, prepared.changes);
    const isFile = (residue: Residue) =>
      settings.ligands === 'split' && prepared.ligands.indexOf(residue) < MAX_LIGAND_FILES;
    noteResidues(
      notes,
      record,
      prepared.removed.filter((residue) => residue.class === 'water' || !isFile(residue)),
      'not kept, as the settings say',
    );
    noteResidues(
      notes,
      record,
      prepared.removed.filter((residue) => residue.class !== 'water' && isFile(residue)),
      'not in the receptor; in a file of its own',
    );
    for (const each of prepared.replaced)
      notes.warn(inputId, name, `${each}: atoms that the standard residue lacks are left out`);
    const file = numbered('receptor', i + 1, 'pdb');
    job.file('receptor', file, pdb(prepared.receptor, structure), place);
    if (job.settings.mmcif) {
      const text = writeMmcif(prepared.receptor, { id: structure.id, title: structure.title });
      job.file('mmcif', numbered('receptor', i + 1, 'cif'), text, place);
    }
    const ligands = prepared.ligands.slice(0, settings.ligands === 'drop' ? 0 : MAX_LIGAND_FILES).map((residue, j) => {
      const ligandFile = settings.ligands === 'split' ? numbered(`ligand-${i + 1}`, j + 1, 'pdb') : null;
      if (ligandFile) job.file('ligands', ligandFile, pdb([residue], structure), place);
      return { residue: residueName(residue), atoms: residue.atoms.length, file: ligandFile };
    });
    job.item('report', { structure: name, file, model, ...reportOf(prepared, structure), ligands }, place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

const pdb = (residues: Residue[], { id }: Structure): string => writePdb(residues, { id, hybrid36: true });

function reportOf({ receptor, ligands, chains, changes, replaced }: Prepared, structure: Structure) {
  return {
    residues: chains.reduce((sum, { polymer }) => sum + polymer.filter(({ class: kind }) => kind !== 'cap').length, 0),
    atoms: atomsOf(receptor).length,
    chains: chains.map(({ source, id }) => {
      const { source: inFile, origin } = structure.chains.find((chain) => chain.id === source)!;
      return { source, written: id, in_file: inFile, told_by: origin };
    }),
    ligand_count: ligands.length,
    waters: chains.reduce((sum, { waters }) => sum + waters.length, 0),
    removed_hydrogens: changes.hydrogens,
    removed_alternates: changes.alternates,
    removed_variants: changes.variants.length,
    selenomethionines: changes.selenomethionines,
    replaced,
  };
}
