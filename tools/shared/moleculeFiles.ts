import type { MoleculeRecord } from './molecules.ts';
import type { Converted } from './rdkit/tasks/convert.ts';
import { writeSmilesList } from './smilesList.ts';
import { writeTags } from './tags.ts';

/** A molecule from RDKit's task `convert`, with the record that it was read from. */
export interface ConvertedMolecule {
  record: MoleculeRecord;
  found: Converted;
  smiles: string;
}

/** How the file of all molecules of a job is written. */
interface MoleculeFile {
  port: string;
  name: string;
  write(molecules: ConvertedMolecule[]): string;
}

const lines = (molecules: ConvertedMolecule[], of: (found: Converted) => string | null): string =>
  molecules.map(({ record, found }) => `${of(found)}\t${record.name}\n`).join('');

/** The formats that RDKit writes. Names and tags of molecules are kept where the format has a place for them. */
export const moleculeFiles: Record<'SMILES' | 'SDF' | 'INCHI' | 'INCHIKEY', MoleculeFile> = {
  SMILES: { port: 'smiles', name: 'molecules.smi', write: writeSmilesList },
  SDF: { port: 'sdf', name: 'molecules.sdf', write: (molecules) => molecules.map(sdfRecord).join('') },
  INCHI: { port: 'inchi', name: 'molecules.inchi', write: (all) => lines(all, ({ inchi }) => inchi) },
  INCHIKEY: { port: 'inchi', name: 'molecules.inchikey', write: (all) => lines(all, ({ inchikey }) => inchikey) },
};

/** Whether RDKit writes a format. */
export const isRdkitFormat = (format: string): format is keyof typeof moleculeFiles => format in moleculeFiles;

/**
 * Returns a molecule as an SDF record. The first line of the molfile is its name, which may be longer than the 80
 * characters of the format: programs read it all the same.
 */
function sdfRecord({ record, found: { molfile } }: ConvertedMolecule): string {
  const body = molfile.slice(molfile.indexOf('\n')).trimEnd();
  return `${record.name}${body}\n${writeTags(record.tags ?? new Map())}$$$$\n`;
}
