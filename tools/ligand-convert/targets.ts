import { parseMol2 } from '../shared/ligands/mol2.ts';
import { toSdf } from '../shared/ligands/molfile.ts';
import { atomsOfPdbqt, isHydrogenType, namedPdbqt } from '../shared/ligands/pdbqt.ts';
import { heavyAtomsOfSmiles } from '../shared/molecules.ts';
import { parseMolfiles } from '../shared/molfiles.ts';

/** A format that molecules are written in. */
export interface Target {
  /** Its name in Open Babel, and the ending of files. */
  format: string;
  port: string;
  /** All molecules in one file, or a file each. */
  together: boolean;
  /** How many dimensions its coordinates must have at least. */
  dimensions: 0 | 2 | 3;
  /** The text with the name of its molecule, which Open Babel was not told. */
  named(text: string, name: string): string;
  /** Heavy atoms in what Open Babel wrote; undefined where the text does not show them, NaN where it is wrong. */
  heavyAtoms(text: string): number | undefined;
}

const listed = (text: string, name: string): string => `${text.trim().split(/\s/)[0]}\t${name}\n`;

const secondLine = (text: string, name: string): string => {
  const lines = text.split('\n');
  return [lines[0], name, ...lines.slice(2)].join('\n');
};

const one = { maxRecords: 1 };
const without = (pattern: RegExp) => (text: string) => (pattern.test(text) ? undefined : Number.NaN);

const identifier = { port: 'inchi', together: true, dimensions: 0, named: listed } as const;

export const targets: Record<string, Target> = {
  SMILES: {
    format: 'smi',
    port: 'smiles',
    together: true,
    dimensions: 0,
    named: listed,
    heavyAtoms: (text) => heavyAtomsOfSmiles(text.trim().split(/\s/)[0]!),
  },
  INCHI: { ...identifier, format: 'inchi', heavyAtoms: without(/^InChI=1/) },
  INCHIKEY: { ...identifier, format: 'inchikey', heavyAtoms: without(/^[A-Z]{14}-[A-Z]{10}-[A-Z]\s*$/) },
  SDF: {
    format: 'sdf',
    port: 'sdf',
    together: true,
    dimensions: 2,
    named: (text, name) => toSdf(text.slice(0, text.indexOf('M  END') + 6), name),
    heavyAtoms: (text) => parseMolfiles(text, 'SDF', one).records[0]?.heavyAtoms ?? Number.NaN,
  },
  MOL2: {
    format: 'mol2',
    port: 'mol2',
    together: true,
    dimensions: 2,
    named: secondLine,
    heavyAtoms: (text) => parseMol2(text, one).records[0]?.heavyAtoms ?? Number.NaN,
  },
  PDB: {
    format: 'pdb',
    port: 'pdb',
    together: false,
    dimensions: 3,
    named: (text, name) => text.replace(/^COMPND .*/m, () => `COMPND    ${name.slice(0, 70)}`),
    heavyAtoms: (text) =>
      text.split('\n').filter((line) => /^(ATOM|HETATM)/.test(line) && !/^ [HD]$/.test(line.slice(76, 78))).length,
  },
  PDBQT: {
    format: 'pdbqt',
    port: 'pdbqt',
    together: false,
    dimensions: 3,
    named: (text, name) => namedPdbqt(text.replace(/^REMARK {2}Name = .*\n/m, ''), name),
    heavyAtoms: (text) => atomsOfPdbqt(text).filter(({ type }) => !isHydrogenType(type)).length,
  },
  XYZ: {
    format: 'xyz',
    port: 'xyz',
    together: false,
    dimensions: 3,
    named: secondLine,
    heavyAtoms: (text) =>
      text
        .split('\n')
        .slice(2)
        .filter((line) => /^[A-Z]/.test(line) && !/^[HD] /.test(line)).length,
  },
};
