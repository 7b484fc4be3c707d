import type { Run } from '../contract.ts';
import { type ConvertedMolecule, moleculeFiles } from '../shared/moleculeFiles.ts';
import { removedSmiles, rowTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { molecules } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const to = job.settings.to as keyof typeof moleculeFiles;
  const rejects = new Rejects(job);
  const written: ConvertedMolecule[] = [];
  const sources = new Set<string>();
  await using rdkit = new Rdkit();
  const { remove_hs, remove_salts, coordinates } = job.settings;
  const options = {
    keepHydrogens: !remove_hs,
    parent: remove_salts as boolean,
    flat: coordinates === '2d',
    withoutMolfile: to !== 'SDF',
  };
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects, notes }, records, 'convert', options)) {
    const { name, inputId } = record;
    const { smiles, inchi, inchikey, undefinedStereo } = result;
    if (to.startsWith('INCHI') && inchi === null) {
      rejects.add(record, 'InChI cannot express this molecule');
      continue;
    }
    written.push({ record, found: result, smiles });
    sources.add(inputId);
    const identity = { name, canonical_smiles: smiles, inchi, inchikey, removed_fragments: removedSmiles(result) };
    const stereo = {
      undefined_stereocentres: undefinedStereo?.undefinedCentres ?? null,
      undefined_double_bonds: undefinedStereo?.undefinedDoubleBonds ?? null,
    };
    job.item('identifiers', { ...identity, ...stereo, ...rowTags(record) }, { sourceInputIds: [inputId] });
  }
  if (written.length === 0) return rejects.explainNothing();
  const { port, name, write } = moleculeFiles[to];
  job.file(port, name, write(written), { sourceInputIds: [...sources] });
};
