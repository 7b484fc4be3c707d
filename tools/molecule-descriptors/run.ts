import type { Static } from 'typebox';
import type { Run } from '../contract.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Description } from '../shared/rdkit/tasks/describe.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { type DescriptorName, type Descriptors, lipinskiViolations, passesVeber } from './descriptors.ts';
import { type descriptorRow, molecules } from './tool.ts';

type Row = Static<typeof descriptorRow>;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readMolecules(job.inputs, molecules);
  const names = job.settings.descriptors as DescriptorName[];
  const options = { parent: job.settings.remove_salts as boolean };
  const rejects = new Rejects(job);
  const rows: Row[] = [];
  const sources = new Set<string>();
  await using rdkit = new Rdkit();
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects }, records, 'describe', options)) {
    const row = toRow(record.name, result, names);
    job.item('descriptors', row, { sourceInputIds: [record.inputId] });
    rows.push(row);
    sources.add(record.inputId);
  }
  if (rows.length === 0) return rejects.explainNothing();
  job.file('table', 'descriptors.tsv', writeTsv(columns(names), rows), { sourceInputIds: [...sources] });
};

function toRow(
  name: string,
  { smiles, inchi, inchikey, formula, descriptors }: Description,
  names: DescriptorName[],
): Row {
  const all = descriptors as Descriptors;
  const chosen = Object.fromEntries(names.filter((key) => key in all).map((key) => [key, all[key]]));
  return {
    name,
    canonical_smiles: smiles,
    inchi,
    inchikey,
    formula,
    ...chosen,
    lipinski_violations: lipinskiViolations(all),
    veber: passesVeber(all),
  };
}

function columns(names: DescriptorName[]): (keyof Row)[] {
  return ['name', 'canonical_smiles', 'inchi', 'inchikey', 'formula', ...names, 'lipinski_violations', 'veber'];
}
