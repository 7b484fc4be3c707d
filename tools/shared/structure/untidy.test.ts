import { describe, expect, it } from 'vitest';
import { ubiquitinWith } from '../../testing/testStructures.ts';
import type { Notes } from '../notes.ts';
import { TextProblems } from '../problems.ts';
import { MAX_ATOM_LINES } from './limits.ts';
import { readMmcif } from './mmcif.ts';
import { normalise } from './normalise.ts';
import { noteLetters } from './noteStructure.ts';
import { readPdb } from './pdb.ts';
import { letterOf } from './residues.ts';
import { atomsOf, residuesOf, type Structure } from './structure.ts';
import { writeMmcif } from './writeMmcif.ts';

const UBIQUITIN = 'MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG';

function tryRead(text: string, format: 'PDB' | 'MMCIF'): Structure | string[] {
  const problems = new TextProblems();
  const read = format === 'PDB' ? readPdb : readMmcif;
  return read(text, 1, { maxAtomLines: MAX_ATOM_LINES }, problems) ?? problems.messages;
}

function read(text: string, format: 'PDB' | 'MMCIF' = 'PDB'): Structure {
  const structure = tryRead(text, format);
  if (Array.isArray(structure)) throw new Error(structure.join());
  return structure;
}

const lines = ubiquitinWith((line) => line)
  .trim()
  .split('\n');
const number = (line: string) => Number(line.slice(22, 26));
const text = (all: string[]) => `${all.join('\n')}\n`;
const shapeOf = (structure: Structure) => [
  structure.models,
  structure.chains.map(({ id }) => id),
  atomsOf(residuesOf(structure)).length,
  normalise(structure)
    .chains.map(({ polymer }) => polymer.map(letterOf).join(''))
    .join(),
];

describe('PDB', () => {
  it.each([
    [
      'a chain id of two letters that makes HISA of HIS',
      ubiquitinWith((line) => `${line.slice(0, 20)}AA${line.slice(22)}`),
      'AA',
    ],
    ['serial numbers of seven digits', text(lines.map((line, i) => `ATOM${1_000_000 + i}${line.slice(11)}`)), 'A'],
    ['TER after the first atom of a residue', text([...lines.slice(0, 103), 'TER', ...lines.slice(103)]), 'A'],
  ])('reads %s', (_, file, chain) => {
    expect(shapeOf(read(file))).toEqual([1, [chain], 602, UBIQUITIN]);
  });

  it('reads model, ENDMDL and END in lower case', () => {
    const two = `model        1\n${text(lines)}endmdl\nmodel        2\n${text(lines)}endmdl\nend\n`;
    expect(shapeOf(read(two))).toEqual([2, ['A'], 602, UBIQUITIN]);
  });

  it.each([
    ['a space before one of them', text(lines.map((line, i) => (i === 7 ? ` ${line}` : line)))],
    ['tabs in one of them', text(lines.map((line, i) => (i === 7 ? line.trim().split(/ +/).join('\t') : line)))],
  ])('refuses atom lines with %s', (_, file) => {
    expect(tryRead(file, 'PDB')).toEqual([expect.stringMatching(/^line 8: the atom line begins with white space/)]);
  });

  // Ignoring out-of-order residues: biopython/biopython#2211; atoms sorted by name: forlilab/Meeko#352.
  it.each([
    ['backwards', lines.toSorted((a, b) => number(b) - number(a))],
    [
      'backwards without a chain id',
      lines.map((line) => `${line.slice(0, 21)} ${line.slice(22)}`).toSorted((a, b) => number(b) - number(a)),
    ],
    ['by the coordinates of its atoms', lines.toSorted((a, b) => Number(a.slice(30, 38)) - Number(b.slice(30, 38)))],
  ])('sorts the residues of a chain that is written %s', (_, all) => {
    const structure = read(text(all));
    expect(shapeOf(structure)).toEqual([1, ['A'], 602, UBIQUITIN]);
    expect(structure.warnings).toEqual([expect.stringMatching(/^residues are not in the order of the chain/)]);
  });

  it('keeps one of two atoms with the same name in an amino acid', () => {
    const twins = lines.flatMap((line) =>
      number(line) === 30 && line.startsWith(' CB ', 12)
        ? [`${line.slice(0, 54)}  0.40${line.slice(60)}`, `${line.slice(0, 30)}  27.000${line.slice(38)}`]
        : [line],
    );
    const { chains, changes } = normalise(read(text(twins)));
    const atoms = chains[0]!.polymer[29]!.atoms.filter(({ name }) => name === 'CB');
    expect(atoms.map(({ x, occupancy }) => [x, occupancy])).toEqual([[27, 1]]);
    expect(changes).toMatchObject({
      alternates: 1,
      alternateNames: ['A:ILE30 atoms of one name without altloc'],
      renamed: [],
    });
  });

  it('warns of atoms without an element', () => {
    const odd = `HETATM 9999  ?1  LIG A  99      10.000  10.000  10.000  1.00  0.00\n`;
    expect(read(text(lines) + odd).warnings).toEqual([expect.stringMatching(/^atoms whose element .*: A:LIG99$/)]);
  });
});

describe('mmCIF', () => {
  const plain = writeMmcif(residuesOf(read(text(lines))), { id: 'X', title: null });
  const symbol = (change: (element: string) => string) =>
    plain.replace(/^(ATOM \d+ )(\w)( )/gm, (_, start, element, end) => `${start}${change(element)}${end}`);

  it.each([
    ['charges behind the symbols of elements', symbol((element) => (element === 'N' ? 'N1+' : element))],
    ['unknown elements', symbol(() => '?')],
    ['no column of elements', symbol(() => '').replace('_atom_site.type_symbol\n', '')],
    ['elements in lower case', symbol((element) => element.toLowerCase())],
  ])('reads %s', (_, file) => {
    const structure = read(file, 'MMCIF');
    const elements = Map.groupBy(atomsOf(residuesOf(structure)), ({ element }) => element);
    // As Gemmi counts them in the PDB file.
    expect(Object.fromEntries([...elements].map(([element, atoms]) => [element, atoms.length]))).toEqual({
      C: 378,
      N: 105,
      O: 118,
      S: 1,
    });
  });

  it('takes elements of ligands from their names only when they are certain', () => {
    const row = (name: string, component: string) =>
      `HETATM 1 ? ${name} . ${component} B . . ? 1 2 3 1 0 1 ${component} B ${name} 1\n`;
    const head = plain.slice(0, plain.indexOf('ATOM 1 '));
    const names: [string, string][] = [
      ['CL1', 'LIG'],
      ['BR', 'LIG'],
      ['CA', 'LIG'],
      ['CA', 'CA'],
      ['ZN', 'ZN'],
      ['NA', 'HEM'],
      ['FE', 'HEM'],
    ];
    const structure = read(head + names.map(([name, component]) => row(name, component)).join(''), 'MMCIF');
    expect(atomsOf(residuesOf(structure)).map(({ element }) => element)).toEqual([
      'CL',
      'BR',
      'C',
      'CA',
      'ZN',
      'N',
      'FE',
    ]);
  });

  it('reads a blank as no insertion code and no altloc', () => {
    const blank = plain.replace(/^(ATOM \d+ \w "?[^ ]+"?) \.( \w+ A 1 \d+) \?/gm, "$1 ' '$2 ' '");
    expect(blank).not.toBe(plain);
    const [first] = residuesOf(read(blank, 'MMCIF'));
    expect([first!.insertion, first!.atoms[0]!.altLoc]).toEqual(['', '']);
  });

  it('warns of atoms in a second data block, and ignores its faults', () => {
    const second = `${plain}data_other\nloop_\n_atom_site.id\n_atom_site.Cartn_x\n1 2\nloop_\n_x.y 'open\n`;
    const structure = read(second, 'MMCIF');
    expect(shapeOf(structure)).toEqual([1, ['A'], 602, UBIQUITIN]);
    expect(structure.warnings).toEqual([
      expect.stringMatching(/^line \d+: the data block 'other' has atoms too, which are not read/),
    ]);
  });

  // Mol* 5.6.1 draws a ribbon through residues of a linking type only.
  it('writes the types of components', () => {
    const modified = ubiquitinWith((line) => (number(line) === 30 ? `${line.slice(0, 17)}CSS${line.slice(20)}` : line));
    const file = writeMmcif(residuesOf(read(modified)), { id: null, title: null });
    const types = file.slice(file.indexOf('_chem_comp.type'), file.indexOf('_entity_poly_seq.')).split('\n');
    expect(types).toEqual(expect.arrayContaining(["CSS 'L-peptide linking'", "GLY 'peptide linking'"]));
  });

  it('writes insertion codes and altlocs that mean something in CIF in quotes', () => {
    const odd = residuesOf(
      read(ubiquitinWith((line) => `${line.slice(0, 16)}.${line.slice(17, 26)}?${line.slice(27)}`)),
    );
    const [first] = residuesOf(read(writeMmcif(odd, { id: null, title: null }), 'MMCIF'));
    expect([first!.insertion, first!.atoms[0]!.altLoc]).toEqual(['?', '.']);
  });
});

it('warns of chains that have another id in a PDB file', () => {
  const warnings: string[] = [];
  const notes = { warn: (_: string, __: string, text: string) => warnings.push(text) } as unknown as Notes;
  const two = text([
    ...lines.slice(0, 300),
    ...lines.slice(300).map((line) => `${line.slice(0, 21)}.${line.slice(22)}`),
  ]);
  noteLetters(notes, { name: 'x', inputId: 'i', structure: read(two) });
  expect(warnings).toEqual(['in the PDB file chain . is B']);
});

it('gives chains with an id that means something in CIF another letter for programs', () => {
  const ids = ['.', '?', '_', "'", '#', 'B', '-'].map((id) => {
    const { chains } = normalise(read(ubiquitinWith((line) => `${line.slice(0, 21)}${id}${line.slice(22)}`)));
    return [chains[0]!.source, chains[0]!.id];
  });
  expect(ids).toEqual([
    ['.', 'A'],
    ['?', 'A'],
    ['_', 'A'],
    ["'", 'A'],
    ['#', 'A'],
    ['B', 'B'],
    ['-', '-'],
  ]);
});
