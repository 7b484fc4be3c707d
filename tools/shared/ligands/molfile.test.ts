import { describe, expect, it } from 'vitest';
import { atomsOfMolfile, dimensionsOf, formalCharge, moveAtoms, toSdf } from './molfile.ts';

const atom = (x: number, y: number, z: number, element: string) =>
  `${[x, y, z].map((value) => value.toFixed(4).padStart(10)).join('')} ${element.padEnd(3)} 0  0`;

/** Methylammonium without two of its hydrogens: H-C, C-N, N-H. */
const molfile = [
  ...['x', '', '', '  4  3  0  0  0  0            999 V2000'],
  ...[atom(0, 0, 1, 'H'), atom(1, 0, 0, 'C'), atom(2, 0, 0, 'N'), atom(3, 0, 0, 'H')],
  ...['  1  2  1  0', '  2  3  1  0', '  3  4  1  0', 'M  CHG  1   3   1', 'M  END', ''],
].join('\n');

describe('a molfile', () => {
  it('has atoms, dimensions and a charge', () => {
    expect(atomsOfMolfile(molfile).map(({ element }) => element)).toEqual(['H', 'C', 'N', 'H']);
    expect(dimensionsOf(molfile)).toBe(3);
    expect(dimensionsOf(molfile.replace('    1.0000 H', '    0.0000 H'))).toBe(2);
    expect(dimensionsOf(molfile.replace(/\d\.0000/g, '0.0000'))).toBe(0);
    expect(formalCharge(molfile)).toBe(1);
  });

  it('keeps the atoms with new coordinates, and their bonds and charges', () => {
    const places = new Map([
      [2, [4, 5, 6]],
      [3, [7, 8, -9.5]],
    ] as [number, [number, number, number]][]);
    const moved = moveAtoms(molfile, places);
    expect(atomsOfMolfile(moved)).toEqual([
      { element: 'C', point: [4, 5, 6] },
      { element: 'N', point: [7, 8, -9.5] },
    ]);
    expect(moved.split('\n').slice(3)).toEqual([
      '  2  1  0  0  0  0            999 V2000',
      '    4.0000    5.0000    6.0000 C   0  0',
      '    7.0000    8.0000   -9.5000 N   0  0',
      '  1  2  1  0',
      'M  CHG  1   2   1',
      'M  END',
      '',
    ]);
  });

  it('becomes a record with a name and fields', () => {
    expect(toSdf(molfile, 'a name', { mode: 1 })).toMatch(
      /^a name\n\n\n {2}4[\s\S]*M {2}END\n> <mode>\n1\n\n\$\$\$\$\n$/,
    );
  });
});
