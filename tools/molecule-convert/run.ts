import type { Run } from '../contract.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Converted } from '../shared/rdkit/tasks/convert.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { molecules } from './tool.ts';

type Target = 'SMILES' | 'SDF' | 'INCHI' | 'INCHIKEY';

const outputs: Record<Target, { port: string; file: string; write(name: string, found: Converted): string | null }> = {
  SMILES: { port: 'smiles', file: 'molecules.smi', write: (name, { smiles }) => `${smiles}\t${name}\n` },
  SDF: { port: 'sdf', file: 'molecules.sdf', write: (name, { molfile }) => `${withName(molfile, name)}$$$$\n` },
  INCHI: { port: 'inchi', file: 'molecules.inchi', write: (name, { inchi }) => inchi && `${inchi}\t${name}\n` },
  INCHIKEY: {
    port: 'inchi',
    file: 'molecules.inchikey',
    write: (name, { inchikey }) => inchikey && `${inchikey}\t${name}\n`,
  },
};

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readMolecules(job.inputs, molecules);
  const { port, file, write } = outputs[job.settings.to as Target];
  const rejects = new Rejects(job);
  const written: string[] = [];
  const sources = new Set<string>();
  await using rdkit = new Rdkit();
  const options = { keepHydrogens: !job.settings.remove_hs, flat: job.settings.coordinates === '2d' };
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects }, records, 'convert', options)) {
    const { name, inputId } = record;
    const text = write(name, result);
    if (text === null) {
      rejects.add(record, 'InChI cannot express this molecule');
      continue;
    }
    written.push(text);
    sources.add(inputId);
    const { smiles, inchi, inchikey } = result;
    job.item('identifiers', { name, canonical_smiles: smiles, inchi, inchikey }, { sourceInputIds: [inputId] });
  }
  if (written.length === 0) return rejects.explainNothing();
  job.file(port, file, written.join(''), { sourceInputIds: [...sources] });
};

/** The first line of a molfile is its name, of at most 80 characters. */
function withName(molfile: string, name: string): string {
  return `${name.slice(0, 80)}${molfile.slice(molfile.indexOf('\n'))}`;
}
