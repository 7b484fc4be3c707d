import { cpuMs } from '@rotamer/kit/testing/cpuMs.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { readTestData } from '../../testdata/read.ts';
import { Rdkit } from '../rdkit/rdkit.ts';
import { parseMol2 } from './mol2.ts';

const testCase = (name: string) => readTestData(`cases/structure/${name}`);
const read = (text: string) => parseMol2(text, { maxRecords: 100 }).records;

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

async function describeOne(text: string) {
  const { result, reason } = await rdkit.ask('describe', { text, heavyAtoms: 1 }, {});
  return result ?? { smiles: reason, inchikey: reason };
}
const smilesOf = async (text: string) => (await describeOne(text)).smiles;
/** The InChIKey, which is the same for the mesomeric forms of an ion. */
const inchikeyOf = async (text: string) => (await describeOne(text)).inchikey;

describe('case C30c: a MOL2 file without formal charges', () => {
  const file = testCase('C30c_methylguanidinium.mol2');

  // RDKit 2026.09.1 in Python reads the first text as the same cation.
  it.each([
    ['aromatic bonds', file],
    ['single bonds', file.replaceAll(' ar\n', ' 1\n')],
  ])('is a cation with %s', async (_, text) => {
    const [record] = read(text);
    expect(await smilesOf(record!.text)).toBe('CNC(N)=[NH2+]');
    expect(record).toMatchObject({ name: 'methylguanidinium', heavyAtoms: 5 });
  });

  // The names are SMILES. RDKit 2026.09.1 in Python made their coordinates; Open Babel 3.1.1 assigned the SYBYL types.
  it('has the charges of other ions and zwitterions', async () => {
    const records = read(testCase('mol2_without_charges.mol2'));
    expect(records).toHaveLength(30);
    for (const { name, text } of records) expect(await inchikeyOf(text), name).toBe(await inchikeyOf(name));
  });

  it('puts the double bonds where the charges that the file states leave them', async () => {
    const records = read(testCase('mol2_stated_charges.mol2'));
    expect(records).toHaveLength(8);
    for (const { name, text } of records) expect(await smilesOf(text), name).toBe(await smilesOf(name));
  });

  it('takes the charges that the file states', async () => {
    const stated = file.replace('@<TRIPOS>BOND', '@<TRIPOS>UNITY_ATOM_ATTR\n5 1\ncharge 1\n@<TRIPOS>BOND');
    expect(await smilesOf(read(stated)[0]!.text)).toBe('CNC(N)=[NH2+]');
  });
});

it.each([
  ['a bond type of a query', / 1 1 2 1\n/, ' 1 1 2 un\n', "line 22: bond type 'un' is not 1, 2, 3, am or ar"],
  ['a bond to no atom', / 1 1 2 1\n/, ' 1 1 99 1\n', 'line 22: the bond is not between two atoms of the molecule'],
  ['a dummy atom', /C\.3 /, 'Du  ', "line 8: atom type 'Du' is not of an element"],
  ['another count', /13 12 1/, '14 12 1', 'line 3: the molecule declares 14 atoms, found 13'],
  ['fewer bonds than it counts', /13 12 1/, '13 13 1', 'line 3: the molecule declares 13 bonds, found 12'],
  ['a bond of two orders', / 1 1 2 1\n/, ' 1 1 2 1\n 1 2 1 2\n', 'line 23: the two atoms have another bond, too'],
  ['a number that two atoms have', /\n +2 /, '\n 1 ', "line 9: two atoms have the number '1'"],
  [
    'a charge of no atom',
    '@<TRIPOS>BOND',
    '@<TRIPOS>UNITY_ATOM_ATTR\ncharge 1\n@<TRIPOS>BOND',
    'line 22: the charge is',
  ],
  ['a charge without number', '@<TRIPOS>BOND', '@<TRIPOS>UNITY_ATOM_ATTR\n5 1\ncharge x\n', 'line 23: the charge is'],
])('rejects %s', (_, from, to, fault) => {
  const [record] = read(testCase('C30c_methylguanidinium.mol2').replace(from, to));
  expect(record!.fault).toContain(fault);
});

it('reads a bond that is repeated as one bond', async () => {
  const text = testCase('C30c_methylguanidinium.mol2').replace(/ 1 1 2 1\n/, ' 1 1 2 1\n 1 2 1 1\n');
  expect(await smilesOf(read(text)[0]!.text)).toBe('CNC(N)=[NH2+]');
});

it('rejects a ring without single and double bonds', () => {
  const ring = ['C', 'C', 'C', 'C', 'C'].map((_, i) => `${i + 1} C${i} ${i} ${i % 2} 1 C.ar 1 L 0`);
  const bonds = ring.map((_, i) => `${i + 1} ${i + 1} ${((i + 1) % 5) + 1} ar`);
  const text = ['@<TRIPOS>MOLECULE', 'odd', '5 5', 'SMALL', 'NO_CHARGES', '@<TRIPOS>ATOM', ...ring, '@<TRIPOS>BOND'];
  expect(read([...text, ...bonds].join('\n'))[0]!.fault).toContain('cannot be written as single and double ones');
});

// antechamber writes types of GAFF, of which some are symbols of metals: ca, os, cd, na, pb.
it('reads atom types of GAFF as their elements', async () => {
  const corners = [...'012345'].map((i) => [Math.cos((Number(i) * Math.PI) / 3), Math.sin((Number(i) * Math.PI) / 3)]);
  const atom = (n: number, type: string, r: number) => (at: number[], i: number) =>
    `${n + i} X${n + i} ${at.map((x) => (r * x).toFixed(3)).join(' ')} 0 ${type} 1 LIG 0`;
  const text = [
    ...['@<TRIPOS>MOLECULE', 'hexachlorobenzene', '12 12', 'SMALL', 'bcc', '@<TRIPOS>ATOM'],
    ...[...corners.map(atom(1, 'ca', 1.4)), ...corners.map(atom(7, 'cl', 3.1)), '@<TRIPOS>BOND'],
    ...corners.flatMap((_, i) => [`${i + 1} ${i + 1} ${((i + 1) % 6) + 1} ar`, `${i + 7} ${i + 1} ${i + 7} 1`]),
  ];
  expect(await smilesOf(read(text.join('\n'))[0]!.text)).toBe('Clc1c(Cl)c(Cl)c(Cl)c(Cl)c1Cl');
  const calcium = '@<TRIPOS>MOLECULE\nion\n1 0\nSMALL\nNO_CHARGES\n@<TRIPOS>ATOM\n1 CA 0 0 0 ca 1 CA 2.0';
  expect(await smilesOf(read(calcium)[0]!.text)).toBe('[Ca+2]');
});

// openforcefield/openff-toolkit#165: AMBER types in capitals made osmium and holmium.
it('reads atom types of AMBER as their elements', async () => {
  const atoms = ['CT 0 0 0', 'OS 1.4 0 0', 'CT 2 1.2 0', 'OH 2 2.5 0', 'HO 2.9 2.8 0'];
  const text = [
    ...['@<TRIPOS>MOLECULE', 'methoxymethanol without hydrogens on carbon', '5 4', 'SMALL', 'bcc', '@<TRIPOS>ATOM'],
    ...atoms.map((atom, i) => `${i + 1} X${i + 1} ${atom.slice(3)} ${atom.slice(0, 2)} 1 LIG 0`),
    ...['@<TRIPOS>BOND', '1 1 2 1', '2 2 3 1', '3 3 4 1', '4 4 5 1'],
  ];
  expect(await smilesOf(read(text.join('\n'))[0]!.text)).toBe('COCO');
});

/** Atoms in a row, with aromatic bonds. */
function row(element: string, count: number): string {
  const atoms = Array.from({ length: count }, (_, i) => `${i + 1} X ${i} 0 0 ${element}.ar`);
  const bonds = atoms.slice(1).map((_, i) => `${i + 1} ${i + 1} ${i + 2} ar`);
  const head = ['@<TRIPOS>MOLECULE', 'row', `${count} ${bonds.length}`, '@<TRIPOS>ATOM'];
  return [...head, ...atoms, '@<TRIPOS>BOND', ...bonds].join('\n');
}

it('is fast for aromatic systems of any size', () => {
  const before = cpuMs();
  expect(read(row('N', 399))[0]!.heavyAtoms).toBe(399);
  expect(cpuMs() - before).toBeLessThan(1_000);
  expect(read(row('N', 999))[0]!.fault).toBe('line 1: 999 heavy atoms, the limit is 400');
});

describe('partial charges', () => {
  const file = testCase('C30c_methylguanidinium.mol2');
  const warningsOf = (text: string) => parseMol2(text, { maxRecords: 100 }).problems.warnings;
  /** The charge of the last atom with another one added. */
  const changed = (by: number) =>
    file.replace(/(-?\d+\.\d+)(?=\s*\n@<TRIPOS>BOND)/, (charge) => (Number(charge) + by).toFixed(4));

  it('get no warning where they are those of the bonds, or add up to no whole charge', () => {
    // They add up to 1.3.
    expect(warningsOf(file)).toEqual([]);
    expect(warningsOf(changed(-0.3))).toEqual([]);
  });

  it('get a warning with the name and the line where no reading of the bonds gives them', () => {
    expect(warningsOf(`# two molecules\n${file}${changed(-2.3)}`)).toEqual([
      {
        ...{ of: expect.stringMatching(/guanidinium/), line: 2 + file.split('\n').length - 1 },
        warning: expect.stringMatching(
          /^its partial charges add up to -1, but its bonds and hydrogens give a charge of 1,/,
        ),
      },
    ]);
  });
});
