import type { Run } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { removedSmiles, rowTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Converted } from '../shared/rdkit/tasks/convert.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { writeSmilesList } from '../shared/smilesList.ts';
import { writeTags } from '../shared/tags.ts';
import { check } from './check.ts';
import { molecules } from './tool.ts';

type Target = 'SMILES' | 'SDF' | 'INCHI' | 'INCHIKEY';

interface Output {
  port: string;
  file: string;
  write(molecules: Molecule[]): string;
}

interface Molecule {
  record: MoleculeRecord;
  found: Converted;
  /** Of the format that was asked for. */
  smiles: string;
}

const lines = (molecules: Molecule[], of: (found: Converted) => string | null): string =>
  molecules.map(({ record, found }) => `${of(found)}\t${record.name}\n`).join('');

const outputs: Record<Target, Output> = {
  SMILES: { port: 'smiles', file: 'molecules.smi', write: writeSmilesList },
  SDF: { port: 'sdf', file: 'molecules.sdf', write: (molecules) => molecules.map(sdfRecord).join('') },
  INCHI: { port: 'inchi', file: 'molecules.inchi', write: (all) => lines(all, ({ inchi }) => inchi) },
  INCHIKEY: { port: 'inchi', file: 'molecules.inchikey', write: (all) => lines(all, ({ inchikey }) => inchikey) },
};

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const to = job.settings.to as Target;
  const rejects = new Rejects(job);
  const written: Molecule[] = [];
  const sources = new Set<string>();
  await using rdkit = new Rdkit();
  const { remove_hs, remove_salts, coordinates } = job.settings;
  const options = { keepHydrogens: !remove_hs, parent: remove_salts as boolean, flat: coordinates === '2d' };
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
  const { port, file, write } = outputs[to];
  job.file(port, file, write(written), { sourceInputIds: [...sources] });
};

/** The first line of a molfile is its name. Programs read names that are longer than the 80 characters of the format. */
function sdfRecord({ record, found: { molfile } }: Molecule): string {
  const body = molfile.slice(molfile.indexOf('\n')).trimEnd();
  return `${record.name}${body}\n${writeTags(record.tags ?? new Map())}$$$$\n`;
}
