import type { ToolInput } from '../contract.ts';
import { readTestData } from '../testdata/read.ts';

/** Returns an input with a structure of the test data. Its format follows from the file name extension. */
export function structureInput(slotId: string, file: string, id = slotId): ToolInput & { text: string } {
  return structureText(slotId, readTestData(`structures/${file}`), file.endsWith('.cif') ? 'MMCIF' : 'PDB', id);
}

export function structureText(slotId: string, text: string, format = 'PDB', id = slotId): ToolInput & { text: string } {
  return { id, slotId, kind: 'structure', format, text };
}

const ubiquitin = () => readTestData('structures/1ubq.pdb').split('\n');

/**
 * Files that tools must refuse, or at which programs fail. They are made from ubiquitin, whose atoms begin at line 1.
 */
export const broken = {
  empty: () => '',
  junk: () => 'hello\nworld\n',
  caOnly: () => joined(ubiquitin().filter((line) => line.startsWith('ATOM') && line.slice(12, 16) === ' CA ')),
  hetatmOnly: () => joined(ubiquitin().filter((line) => line.startsWith('HETATM'))),
  badCoordinates: () => {
    const atoms = ubiquitin().filter((line) => line.startsWith('ATOM'));
    atoms[4] = `${atoms[4]!.slice(0, 30)}  xx.yyy${atoms[4]!.slice(38)}`;
    return joined(atoms);
  },
  twoResidues: () =>
    joined(
      ubiquitin()
        .filter((line) => line.startsWith('ATOM'))
        .slice(0, 17),
    ),
};

const joined = (lines: string[]) => `${lines.join('\n')}\n`;

/** Returns the ATOM lines of ubiquitin, each changed by a function. */
export function ubiquitinWith(change: (line: string) => string | string[]): string {
  return joined(ubiquitin().flatMap((line) => (line.startsWith('ATOM') ? change(line) : [])));
}
