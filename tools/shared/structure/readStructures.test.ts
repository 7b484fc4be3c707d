import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTestData } from '../../testdata/read.ts';
import { structureText, ubiquitinWith } from '../../testing/testStructures.ts';
import { TextProblems } from '../problems.ts';
import { MAX_ATOM_LINES } from './limits.ts';
import { readMmcif } from './mmcif.ts';
import { normalise } from './normalise.ts';
import { readPdb } from './pdb.ts';
import { readStructures } from './readStructures.ts';
import { letterOf } from './residues.ts';
import { structureSlot } from './slot.ts';
import { atomsOf, residuesOf, type Structure } from './structure.ts';
import { writePdb } from './writePdb.ts';

const limits = { maxAtomLines: MAX_ATOM_LINES };

function read(text: string, format: 'PDB' | 'MMCIF' = 'PDB', model = 1): Structure | string[] {
  const problems = new TextProblems();
  const parse = format === 'PDB' ? readPdb : readMmcif;
  return parse(text, model, limits, problems) ?? problems.messages;
}

const sound = (...args: Parameters<typeof read>): Structure => {
  const structure = read(...args);
  if (Array.isArray(structure)) throw new Error(structure.join());
  return structure;
};

const file = (name: string) => readTestData(`structures/${name}`);
const written = (structure: Structure) =>
  writePdb(
    normalise(structure).chains.flatMap(({ polymer }) => polymer),
    structure,
  );

describe('PDB and mmCIF', () => {
  it('give the same polymer for the same entry', () => {
    const [pdb, cif] = [sound(file('1A8O.pdb')), sound(file('1A8O.cif'), 'MMCIF')];
    expect(written(pdb)).toBe(written(cif));
    expect(pdb).toMatchObject({ id: '1A8O', title: 'HIV CAPSID C-TERMINAL DOMAIN', resolution: 1.7, models: 1 });
    expect(cif).toMatchObject({ id: '1A8O', resolution: 1.7, models: 1 });
  });

  // Gemmi 0.7 finds these three atoms, too.
  it.each(['1A8O.pdb', '1A8O.cif'])('warn of atoms without occupancy (%s)', (name) => {
    expect(sound(file(name), name.endsWith('cif') ? 'MMCIF' : 'PDB').warnings).toEqual([
      '3 heavy atoms have an occupancy of 0, so no data supports their positions: A:LYS203',
    ]);
    const empty = ubiquitinWith((line) => `${line.slice(0, 54)}  0.00${line.slice(60)}`);
    expect(sound(empty).warnings).toEqual([]);
  });

  it('distinguish polymers, ligands and waters', () => {
    const residues = residuesOf(sound(file('4CUP.cif'), 'MMCIF'));
    const names = (kind: string) => residues.filter((residue) => residue.class === kind).map(({ name }) => name);
    expect(names('protein')).toHaveLength(115);
    expect(names('water')).toHaveLength(146);
    expect(names('ligand')).toEqual(['ZYB', 'MOH', 'MOH', 'MOH']);
  });

  it('read the files of the writers', () => {
    for (const name of ['1ubq.pdb', '1A8O.pdb', '1sp1.pdb', 'd1cih__.pdb']) {
      const text = written(sound(file(name)));
      expect(written(sound(text))).toBe(text);
    }
  });
});

describe('PDB', () => {
  it('reads the selected model, counted from 1', () => {
    const shifted = (by: number) => ubiquitinWith((line) => line.slice(0, 30) + shiftX(line, by) + line.slice(38));
    const two = `MODEL        7\n${shifted(0)}ENDMDL\nMODEL        9\n${shifted(1)}ENDMDL\n`;
    const x = (model: number) => atomsOf(residuesOf(sound(two, 'PDB', model)))[0]!.x;
    expect(sound(two).models).toBe(2);
    expect(x(2) - x(1)).toBeCloseTo(1, 3);
  });

  it('takes the element from the atom name when its columns are empty', () => {
    const line = (record: string, name: string, residue: string) =>
      `${record}    1 ${name} ${residue} A   1      27.340  24.430   2.614`;
    const element = (...args: Parameters<typeof line>) => atomsOf(residuesOf(sound(line(...args))))[0]!.element;
    expect(element('ATOM  ', ' CA ', 'ALA')).toBe('C');
    expect(element('HETATM', 'CA  ', ' CA')).toBe('CA');
    expect(element('ATOM  ', 'HG11', 'VAL')).toBe('H');
    expect(element('ATOM  ', '1HB ', 'ALA')).toBe('H');
    expect(element('HETATM', 'ZN  ', ' ZN')).toBe('ZN');
    expect(element('HETATM', ' C1 ', 'LIG')).toBe('C');
  });

  it.each([
    ['x', (line: string) => `${line.slice(0, 30)}     nan${line.slice(38)}`, /^line 1: bad coordinates: 'nan'/],
    ['a cut line', (line: string) => line.slice(0, 50), /^line 1: bad coordinates/],
    ['the number', (line: string) => `${line.slice(0, 22)}   x${line.slice(26)}`, /^line 1: bad residue number 'x'/],
    ['the name', (line: string) => `${line.slice(0, 12)}    ${line.slice(16)}`, /^line 1: no atom name/],
    ['the residue', (line: string) => `${line.slice(0, 17)}   ${line.slice(20)}`, /^line 1: no residue name/],
    [
      'a lost space',
      (line: string) => line.slice(0, 20) + line.slice(21),
      /^line 1: the columns are shifted by one: 'A' in column 21/,
    ],
    [
      'a lost space before the name of the residue',
      (line: string) => line.slice(0, 11) + line.slice(12),
      /^line 1: the columns are shifted by one: 'A' in column 21/,
    ],
  ])('names the line of a bad atom: %s', (_, change, message) => {
    const [first] = read(ubiquitinWith(change)) as string[];
    expect(first).toMatch(message);
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      'ATOM  ',
      'HETATM',
      'MODEL ',
      ' CA ',
      'ALA',
      'A',
      '1',
      '   1.000',
      ' ',
      '\n',
      '\u2028',
      'x',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void read(pieces.join(''))));
  });
});

describe('mmCIF', () => {
  const head = 'data_x\nloop_\n_atom_site.group_PDB\n_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n';

  it.each([
    ['hello', "line 1: an mmCIF file starts with 'data_', found 'hello'"],
    ['', 'the content is empty'],
    ['data_x\n', 'no _atom_site loop with atoms'],
    ['data_x\n_a.b', "line 2: the item '_a.b' has no value"],
    ["data_x\n_a.b 'x", "line 2: the quote ' does not end"],
    ['data_x\n_a.b\n;x\n', "line 3: the text that begins with ';' does not end"],
    ['data_x\nloop_\n_atom_site.Cartn_x\n1.0\n', 'line 2: the atom loop has no _atom_site.Cartn_y'],
    [`${head}ATOM 1.0 2.0\n`, 'line 7: the last row has 3 values, the loop 4 names'],
    [`${head}ATOM 1.0 2.0 ?\n`, "line 7: bad coordinates: '?' is not a number from -999.999 to 9999.999"],
    [`${head}ATOM 1.0 2.0 1e9\n`, "line 7: bad coordinates: '1e9' is not a number from -999.999 to 9999.999"],
  ])('%j', (text, message) => {
    expect(read(text, 'MMCIF')).toEqual([message]);
  });

  it('reads quotes, text blocks and comments', () => {
    const text = file('1A8O.cif')
      .replace(/^(_entry.id) .*$/m, "$1 'it''s \"x\"' # said")
      .replace(/^(_struct.title) .*$/m, '$1\n;two\nlines\n;');
    expect(sound(text, 'MMCIF')).toMatchObject({ id: 'it\'\'s "x"', title: 'two lines' });
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      'data_x',
      'loop_',
      '_atom_site.Cartn_x',
      '_a',
      "'",
      '"',
      ';',
      '#',
      '1',
      ' ',
      '\n',
      '?',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void read(pieces.join(''), 'MMCIF')));
  });
});

describe('normalising', () => {
  const normal = (text: string) => normalise(sound(text)).chains;

  it('keeps the first of equal locations of an atom, and of alternative residues', () => {
    const text = ubiquitinWith((line) => [
      `${line.slice(0, 16)}B${line.slice(17)}`,
      `${line.slice(0, 16)}A${line.slice(17, 30)}${shiftX(line, 5)}${line.slice(38)}`,
      `${line.slice(0, 16)}CTRP${line.slice(20, 30)}${shiftX(line, 9)}${line.slice(38)}`,
    ]);
    const { chains, changes } = normalise(sound(text));
    expect(changes.alternates).toBe(602);
    expect(changes.variants).toHaveLength(76);
    expect(writePdb(chains[0]!.polymer.slice(0, 44), { id: null })).toBe(
      writePdb(normal(file('1ubq.pdb'))[0]!.polymer.slice(0, 44), { id: null }),
    );
  });

  it('gives blank and long chain ids the first free letter', () => {
    const blank = ubiquitinWith((line) => `${line.slice(0, 21)} ${line.slice(22)}`);
    expect(normal(blank).map(({ source, id }) => [source, id])).toEqual([['A', 'A']]);
    const both = ubiquitinWith((line) => line) + blank;
    expect(normal(both).map(({ source, id }) => [source, id])).toEqual([
      ['A', 'A'],
      ['B', 'B'],
    ]);
  });

  it('writes selenomethionine as methionine', () => {
    const [chain] = normal(file('1A8O.pdb'));
    expect(chain!.polymer.map(letterOf).join('')).toMatch(/^MDIRQGPKEPF/);
    const text = written(sound(file('1A8O.pdb')));
    expect(text).not.toMatch(/MSE|HETATM| SE /);
    expect(text).toMatch(/^ATOM +\d+ {2}SD {2}MET A 151 .* S {2}$/m);
  });

  it('does not depend on the order of the residues in a chain file', () => {
    const [first, second] = [
      ubiquitinWith((line) => line),
      ubiquitinWith((line) => `${line.slice(0, 21)}B${line.slice(22)}`),
    ];
    const lines = [first.split('\n'), second.split('\n')];
    const mixed = lines[0]!.flatMap((line, i) => [line, lines[1]![i]!]).join('\n');
    expect(written(sound(mixed))).toBe(written(sound(first + second)));
  });
});

it('counts all models of all structures against one limit', () => {
  const slot = structureSlot({ id: 's', label: 'S', min: 1, max: 50 });
  const models = Array.from({ length: 11 }, () => `MODEL        1\n${ubiquitinWith((line) => line)}`).join('');
  const inputs = Array.from({ length: 3 }, (_, i) => structureText('s', models.repeat(30), 'PDB', `${i}`));
  const { problems } = readStructures(inputs, slot, 'protein');
  expect(problems).toEqual([
    {
      path: 'input.inputs[2].content',
      message: expect.stringMatching(/^line \d+: more than \d+ atoms in all models$/),
    },
  ]);
});

it('tells structures apart that have one id or label, such as two versions of an entry', () => {
  const slot = structureSlot({ id: 's', label: 'S', min: 1, max: 50 });
  const text = file('1A8O.pdb');
  const inputs = ['', '', 'mine', 'mine'].map((label, i) => ({ ...structureText('s', text, 'PDB', `${i}`), label }));
  const { records } = readStructures(inputs, slot, 'protein');
  expect(records.map(({ name }) => name)).toEqual(['1A8O', '1A8O_2', 'mine', 'mine_2']);
  const warnings = records.map(({ structure }) =>
    structure.warnings.filter((text) => text.includes('another structure')),
  );
  expect(warnings[0]).toEqual([]);
  expect(warnings[1]).toEqual(["another structure is called '1A8O' too; this one is called '1A8O_2' here"]);
});

const shiftX = (line: string, by: number) => (Number(line.slice(30, 38)) + by).toFixed(3).padStart(8);

it('refuses chains of two ids that lie on each other, for tools that compute with all of them', () => {
  const text = ubiquitinWith((line) => [line, `${line.slice(0, 21)}B${line.slice(22)}`]);
  const slot = structureSlot({ id: 's', label: 'S', min: 1, max: 1 });
  const problemsOf = (options: object) => readStructures([structureText('s', text)], slot, 'protein', options).problems;
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ together: true, chains: ['A'] })).toEqual([]);
  expect(problemsOf({ together: true })).toMatchObject([
    { message: expect.stringMatching(/^atoms of 152 of 152 residues lie at .*: chains lie on each other: send one/) },
  ]);
});
