import type { Run, Settings } from '../contract.ts';
import { rowTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { DepictOptions } from '../shared/rdkit/tasks/depict.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { refuseSmarts } from '../shared/smarts.ts';
import { check } from './check.ts';
import { molecules } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const { width, height, highlight } = job.settings as Settings & DepictOptions;
  const rejects = new Rejects(job);
  const numbers = new Map(records.map((record, i) => [record, i + 1]));
  let written = 0;
  await using rdkit = new Rdkit();
  if (highlight !== '') await refuseSmarts(rdkit, [{ smarts: highlight, path: 'settings.highlight' }]);
  const options = { width, height, highlight };
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects, notes }, records, 'depict', options)) {
    const name = `molecule-${String(numbers.get(record)).padStart(4, '0')}.svg`;
    const place = { sourceInputIds: [record.inputId] };
    job.file('svg', name, result.svg, place);
    const row = { file: name, name: record.name, canonical_smiles: result.smiles, ...rowTags(record) };
    job.item('pictures', row, place);
    written++;
  }
  if (written === 0) rejects.explainNothing();
};
