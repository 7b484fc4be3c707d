import { parseMol2 } from '../shared/ligands/mol2.ts';
import { atomsOfPdbqt, isHydrogenType, namedPdbqt } from '../shared/ligands/pdbqt.ts';

/** A format that Open Babel writes. */
export interface Target {
  /** Name of the format in Open Babel, and the extension of files. */
  format: string;
  port: string;
  /** Whether all molecules go into one file, instead of one file each. */
  together: boolean;
  /** Minimum dimensions of the coordinates. */
  dimensions: 2 | 3;
  /** Adds the name of the molecule, which Open Babel does not receive. */
  named(text: string, name: string): string;
  /** Returns the number of heavy atoms in Open Babel's output; NaN when it is invalid. */
  heavyAtoms(text: string): number;
}

const secondLine = (text: string, name: string): string => {
  const lines = text.split('\n');
  return [lines[0], name, ...lines.slice(2)].join('\n');
};

const one = { maxRecords: 1 };
export const targets: Record<string, Target> = {
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
