import type { Static } from 'typebox';
import type { Run } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { removedSmiles, rowTags, writeTsvWithTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Description } from '../shared/rdkit/tasks/describe.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { type DescriptorName, type Descriptors, lipinskiViolations, passesVeber } from './descriptors.ts';
import { type descriptorRow, molecules } from './tool.ts';

type Row = Static<typeof descriptorRow>;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const names = job.settings.descriptors as DescriptorName[];
  const options = { parent: job.settings.remove_salts as boolean };
  const rejects = new Rejects(job);
  const rows: (Row & { record: MoleculeRecord })[] = [];
  const sources = new Set<string>();
  await using rdkit = new Rdkit();
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects, notes }, records, 'describe', options)) {
    const row = toRow(record, result, names);
    job.item('descriptors', row, { sourceInputIds: [record.inputId] });
    rows.push({ ...row, record });
    sources.add(record.inputId);
  }
  if (rows.length === 0) return rejects.explainNothing();
  job.file('table', 'descriptors.tsv', writeTsvWithTags(columns(names), rows), { sourceInputIds: [...sources] });
};

function toRow(record: MoleculeRecord, found: Description, names: DescriptorName[]): Row {
  const { cxsmiles, inchi, inchikey, formula, isotopeFormula, undefinedStereo } = found;
  const all = found.descriptors as Descriptors;
  const chosen = Object.fromEntries(names.filter((key) => key in all).map((key) => [key, all[key]]));
  return {
    name: record.name,
    canonical_smiles: cxsmiles,
    inchi,
    inchikey,
    formula,
    ...(isotopeFormula !== null && { isotope_formula: isotopeFormula }),
    murcko_scaffold: found.scaffold,
    removed_fragments: removedSmiles(found),
    undefined_stereocentres: undefinedStereo?.undefinedCentres ?? null,
    undefined_double_bonds: undefinedStereo?.undefinedDoubleBonds ?? null,
    ...chosen,
    lipinski_violations: lipinskiViolations(all),
    veber: passesVeber(all),
    ...rowTags(record),
  };
}

function columns(names: DescriptorName[]): (keyof Row)[] {
  const about: (keyof Row)[] = [
    'isotope_formula',
    'murcko_scaffold',
    'removed_fragments',
    'undefined_stereocentres',
    'undefined_double_bonds',
  ];
  const identity: (keyof Row)[] = ['name', 'canonical_smiles', 'inchi', 'inchikey', 'formula'];
  return [...identity, ...names, 'lipinski_violations', 'veber', ...about];
}
