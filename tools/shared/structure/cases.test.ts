import { describe, expect, it } from 'vitest';
import { readTestData } from '../../testdata/read.ts';
import { ubiquitinWith } from '../../testing/testStructures.ts';
import { TextProblems } from '../problems.ts';
import { MAX_ATOM_LINES } from './limits.ts';
import { readMmcif } from './mmcif.ts';
import { normalise } from './normalise.ts';
import { readPdb } from './pdb.ts';
import { asParent, letterOf } from './residues.ts';
import { atomsOf, residueName, residuesOf, type Structure } from './structure.ts';
import { writePdb } from './writePdb.ts';

const UBIQUITIN = 'MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG';

function read(text: string, model = 1, format = 'PDB'): Structure {
  const problems = new TextProblems();
  const structure = (format === 'PDB' ? readPdb : readMmcif)(text, model, { maxAtomLines: MAX_ATOM_LINES }, problems);
  if (!structure) throw new Error(problems.messages.join());
  return structure;
}

const readCase = (file: string, model = 1) =>
  read(readTestData(`cases/structure/${file}`), model, file.endsWith('.cif') ? 'MMCIF' : 'PDB');
const atoms = (structure: Structure) => atomsOf(residuesOf(structure)).length;
const sequences = (structure: Structure) =>
  normalise(structure).chains.map(({ polymer }) => polymer.map(letterOf).join(''));
const chains = (structure: Structure) =>
  structure.chains.map(({ id, origin, residues }) => [id, origin, residues.length]);

describe('chains', () => {
  it('case S02a: are separated by segment ids when there are no chain ids', () => {
    const structure = readCase('S02a_segid_homodimer_no_chain_ids.pdb');
    expect(chains(structure)).toEqual([
      ['PROA', 'segment PROA', 20],
      ['PROB', 'segment PROB', 20],
    ]);
    // The file has this many atom lines, as Gemmi counts them.
    expect([atoms(structure), normalise(structure).changes.alternates]).toEqual([310, 0]);
  });

  it('case S02b: are separated by TER lines when there are no ids', () => {
    const structure = readCase('S02b_TER_homodimer_no_chain_ids.pdb');
    expect(chains(structure)).toEqual([
      ['A', 'a TER line', 20],
      ['B', 'a TER line', 20],
    ]);
    expect(structure.warnings).toEqual([expect.stringMatching(/given an id: A \(no id, told by: a TER line\), B/)]);
  });

  it('case S02c: are separated by segment ids when two chains have the same id', () => {
    const structure = readCase('S02c_segid_heterodimer_same_chain_id.pdb');
    expect(sequences(structure)).toEqual([UBIQUITIN.slice(0, 20), UBIQUITIN.slice(40, 60)]);
    expect(atoms(structure)).toBe(318);
  });

  it.each([
    ['numbers that begin again', (text: string) => text + text.replace(/^/gm, ''), 2],
    ['numbers that begin again after TER', (text: string) => `${text}TER\n${text}`, 2],
    ['no id, and numbers that begin again', (text: string) => blank(text) + blank(text), 2],
    [
      'the same id, and a bond',
      (text: string) => text.replace(/^(.{72}).{4}(.*)$/gm, '$1P1  $2').replace(/^(.{22} *3\d .{44}).{4}/gm, '$1P2  '),
      1,
    ],
    [
      'one id, a TER line in a gap, and numbers that go on',
      (text: string) => withoutResidues(text, 30, 35).replace(/^(?=.{22} {2}36)/m, 'TER\n'),
      1,
    ],
  ])('%s', (_, change, count) => {
    const structure = read(change(ubiquitinWith((line) => line)));
    expect(structure.chains).toHaveLength(count);
    expect(new Set(structure.chains.map(({ id }) => id)).size).toBe(count);
  });

  it('case S19: may be more than 62', () => {
    const structure = readCase('S19_63_chains.cif');
    expect([structure.chains.length, residuesOf(structure).length, atoms(structure)]).toEqual([63, 189, 1575]);
  });
});

const blank = (text: string) => text.replace(/^(.{21})./gm, '$1 ');
const withoutResidues = (text: string, from: number, to: number) =>
  text
    .split('\n')
    .filter((line) => Number(line.slice(22, 26)) < from || Number(line.slice(22, 26)) > to)
    .join('\n');

describe('models', () => {
  it('case S03a: are frames separated by END lines', () => {
    const first = readCase('S03a_vmd_frames_END_only.pdb');
    const third = readCase('S03a_vmd_frames_END_only.pdb', 3);
    expect([first.models, atoms(first), atoms(third), residuesOf(third).length]).toEqual([3, 550, 550, 67]);
    // The coordinates of the third frame differ from those of the first.
    expect(residuesOf(third)[0]!.atoms[0]).not.toEqual(residuesOf(first)[0]!.atoms[0]);
  });

  it('are frames separated by ENDMDL lines', () => {
    const frame = ubiquitinWith((line) => line);
    expect(read(`${frame}ENDMDL\n${frame}ENDMDL\nEND\n`).models).toBe(2);
    expect(read(`${frame}ENDMDL\nEND\n${frame}ENDMDL\nEND\n`).models).toBe(2);
  });

  it('are counted with a warning when atoms precede the first MODEL line', () => {
    const frame = ubiquitinWith((line) => line);
    const structure = read(`${frame}MODEL        1\n${frame}ENDMDL\n`);
    expect([structure.models, structure.warnings]).toEqual([
      2,
      ['atoms stand before the first MODEL line; they are model 1, and the model of that line is model 2'],
    ]);
    expect(read(`MODEL        1\n${frame}ENDMDL\nMODEL        2\n${frame}ENDMDL\n`).warnings).toEqual([]);
  });

  it('get one warning when atoms follow many END lines', () => {
    let number = 0;
    const ends = ubiquitinWith((line) => [line, ...(++number % 100 === 0 ? ['END'] : [])]);
    expect(read(ends).warnings).toEqual([
      'line 102: atoms follow an END line; they are read as part of the same model',
    ]);
  });

  it('case S03d: continue after END when other atoms follow, with a warning', () => {
    const structure = readCase('S03d_crystal_END_then_more.pdb');
    expect([structure.models, structure.chains.length, atoms(structure)]).toEqual([1, 1, 602]);
    expect(structure.warnings).toEqual(['line 313: atoms follow an END line; they are read as part of the same model']);
  });
});

describe('residues', () => {
  it('case S01d: have hybrid-36 numbers', () => {
    const residues = residuesOf(readCase('S01d_hybrid36_residues.pdb'));
    expect([residues.length, residues.at(0)!.number, residues[39]!.number, residues.at(-1)!.number]).toEqual([
      76, 9961, 10_000, 10_036,
    ]);
  });

  it('case S06a: keep insertion codes', () => {
    const names = residuesOf(readCase('S06a_insertion_codes_33ABC.pdb')).map(residueName);
    expect(names.slice(32, 37)).toEqual(['A:LYS33', 'A:GLU33A', 'A:GLY33B', 'A:ILE33C', 'A:PRO34']);
  });

  it.each([
    ['S08a_CSS_HETATM_in_chain.pdb', `${UBIQUITIN.slice(0, 19)}C${UBIQUITIN.slice(20)}`],
    ['S08c_ACE_NME_caps_and_D_valine.pdb', UBIQUITIN],
    ['S08d_SEP_HETATM.pdb', UBIQUITIN],
    ['S09a_HIE_HID.pdb', UBIQUITIN],
    ['S09b_HSD.pdb', UBIQUITIN],
    ['S09c_amber_terminals_and_charmm.pdb', UBIQUITIN],
    ['S09d_HIP.pdb', UBIQUITIN],
    ['S11b_last_O_is_OXT_only.pdb', UBIQUITIN],
  ])('case %s: have the letters of their parents', (file, sequence) => {
    const structure = readCase(file);
    expect(sequences(structure)).toEqual([sequence]);
    expect(residuesOf(structure).filter((residue) => residue.class === 'ligand')).toEqual([]);
    // Programs for standard amino acids get these residues.
    const standard = residuesOf(structure)
      .filter(({ class: kind }) => kind === 'protein')
      .map(asParent);
    expect(standard.every(({ name, parent, isHet }) => name === parent && !isHet)).toBe(true);
  });

  it('case S08a: belong to the chain by their bonds, without SEQRES and MODRES', () => {
    const bare = readTestData('cases/structure/S08a_CSS_HETATM_in_chain.pdb').replace(/^(SEQRES|MODRES).*\n/gm, '');
    expect(sequences(read(bare))[0]).toHaveLength(76);
  });

  it('case S08c: caps stay in the chain, and have no letter', () => {
    const [chain] = normalise(readCase('S08c_ACE_NME_caps_and_D_valine.pdb')).chains;
    expect(chain!.polymer.filter((residue) => residue.class === 'cap').map(({ name }) => name)).toEqual(['ACE', 'NME']);
    expect([chain!.polymer.length, chain!.ligands]).toEqual([78, []]);
  });

  it.each([
    ['HSE', 'HIS', 'H'], // CHARMM's name; homoserine in the Protein Data Bank
    ['HISH', 'HIS', 'H'],
    ['NHIE', 'HIS', 'H'],
    ['CYS2', 'CYS', 'C'],
    ['LYN', 'LYS', 'K'],
    ['ARGN', 'ARG', 'R'],
    ['GLH', 'GLU', 'E'], // AMBER's name; a form of glutamine in the Protein Data Bank
    ['TYM', 'TYR', 'Y'],
    ['CASP', 'ASP', 'D'],
  ])('%s is a form of %s', (name, standard, letter) => {
    const text = ubiquitinWith((line) => line.replace(new RegExp(`^(.{17})${standard} `), `$1${name.padEnd(4)}`));
    const changed = sequences(read(text))[0];
    expect(changed).toBe(UBIQUITIN);
    const forms = residuesOf(read(text)).filter((residue) => residue.name === name);
    expect(forms.every((residue) => letterOf(residue) === letter && residue.parent === standard)).toBe(true);
  });

  it('of two letters next to a residue name of three are chain ids', () => {
    const text = ubiquitinWith((line) => `${line.slice(0, 20)}QB${line.slice(22)}`);
    expect(chains(read(text))).toEqual([['QB', null, 76]]);
    expect(sequences(read(text))).toEqual([UBIQUITIN]);
  });

  it('case S27: water and lipids of force fields keep their names, as HETATM', () => {
    const { chains: all } = normalise(readCase('S27_TIP3_POPC.pdb'));
    expect(all.map(({ ligands, waters }) => [...ligands, ...waters].map(({ name }) => name).join())).toEqual([
      '',
      'TIP3',
      'POPC',
    ]);
    const written = writePdb(
      all.flatMap(({ ligands, waters }) => [...ligands, ...waters]),
      { id: null },
    );
    expect(written).toMatch(/^HETATM.{11}TIP3W.*\n(HETATM.{11}POPCL.*\n)+END/m);
    expect(written).not.toMatch(/LIG/);
  });

  it('with names of five letters are written and read as Gemmi does', () => {
    const [chain] = normalise(readCase('S27_TIP3_POPC.pdb')).chains.slice(-1);
    const long = chain!.ligands.map((residue) => ({ ...residue, name: 'A1LU6' }));
    const text = writePdb(long, { id: null });
    expect(text).toMatch(/^HETNAM {5}~U6 {57}A1LU6 {4}$/m);
    expect(residuesOf(read(text)).map(({ name }) => name)).toEqual(['A1LU6']);
  });
});

describe('atoms', () => {
  it('case S04a: have the location of the highest occupancy, or the chosen one', () => {
    const structure = readCase('S04a_altloc_B_is_major.pdb');
    const z = (altloc?: string) => {
      const [chain] = normalise(structure, { keepHydrogens: false, mseToMet: true, altloc }).chains;
      return chain!.polymer[5]!.atoms.filter(({ name }) => ['CD', 'CE', 'NZ'].includes(name)).map((atom) => atom.z);
    };
    const [minor, major] = [
      [14.642, 14.749, 14.907],
      [16.642, 16.749, 16.907],
    ];
    expect([z(), z('A'), z('first'), z('B'), z('Z')]).toEqual([major, minor, minor, major, major]);
    expect(normalise(structure).changes).toMatchObject({ alternates: 3, alternateNames: ['A:LYS6 altloc A'] });
  });

  it('case S40b: of the same name in a residue are kept, and renamed when written', () => {
    const { chains: all, changes } = normalise(readCase('S40b_complex_ligand_names_repeat.pdb'));
    const [ligand] = all.flatMap(({ ligands }) => ligands);
    // Paracetamol: eight C, one N, two O.
    expect(
      ligand!.atoms
        .map(({ element }) => element)
        .sort()
        .join(''),
    ).toBe('CCCCCCCCNOO');
    expect(new Set(ligand!.atoms.map(({ name }) => name)).size).toBe(11);
    expect(changes).toMatchObject({ alternates: 0, renamed: ['B:UNL1'] });
  });
});

describe('mmCIF', () => {
  it.each(['S18c_auth_columns_only.cif', 'S18d_label_only_shuffled_extra.cif'])('case %s: has 155 atoms', (file) => {
    const structure = readCase(file);
    expect([atoms(structure), sequences(structure)]).toEqual([155, [UBIQUITIN.slice(0, 20)]]);
  });

  it('has coordinates with standard uncertainties', () => {
    const text = readTestData('cases/structure/S18c_auth_columns_only.cif').replace(/(-?\d+\.\d{3})(?=\s)/g, '$1(5)');
    const structure = read(text, 1, 'MMCIF');
    expect(residuesOf(structure)[0]!.atoms[0]).toMatchObject({ x: 27.34, y: 24.43, z: 2.614 });
    expect(atoms(structure)).toBe(155);
  });

  it('case S17: has a chain of nucleotides, whose atoms have quotes in their names', () => {
    const structure = readCase('S17_protein_with_nucleic_quotes.cif');
    expect(sequences(structure)).toEqual([UBIQUITIN.slice(0, 20), 'ACGUU']);
    expect(structure.chains[1]!.residues[0]!.atoms.map(({ name }) => name)).toContain("C5'");
  });
});

describe('files from issues of other programs', () => {
  const residue = (number: number, change: (line: string) => string | string[]) =>
    ubiquitinWith((line) => (Number(line.slice(22, 26)) === number ? change(line) : line));
  const hetatm = (line: string, name: string) => `HETATM${line.slice(6, 17)}${name}${line.slice(20)}`;

  it.each(['TPO', 'PTR', 'MLY', 'HYP', 'DPR', 'PCA', 'LLP', 'FME', 'XZ9'])(
    '%s as HETATM is of the chain by its bonds',
    (name) => {
      const [sequence] = sequences(read(residue(20, (line) => hetatm(line, name))));
      expect(sequence).toHaveLength(76);
      expect(sequence![19]).toBe(
        name === 'XZ9' ? 'X' : { TPO: 'T', PTR: 'Y', MLY: 'K', HYP: 'P', DPR: 'P', PCA: 'Q', LLP: 'K', FME: 'M' }[name],
      );
    },
  );

  it('reads a free amino acid in a protein chain as a ligand', () => {
    const glutamate = ubiquitinWith((line) =>
      / 16 /.test(line.slice(22, 27))
        ? `${hetatm(line, 'GLU').slice(0, 22)} 501${line.slice(26, 30)}${(Number(line.slice(30, 38)) + 30).toFixed(3).padStart(8)}${line.slice(38)}`
        : [],
    );
    for (const end of ['TER\n', '']) {
      const [chain] = normalise(read(ubiquitinWith((line) => line) + end + glutamate)).chains;
      expect([chain!.polymer.length, chain!.ligands.map(({ name }) => name)]).toEqual([76, ['GLU']]);
    }
  });

  it('chooses each group of altlocs separately (MDAnalysis/mdanalysis#3505, ParmEd/ParmEd#1013)', () => {
    const marks: Record<string, [string, string][]> = {
      CD: [
        ['A', '0.30'],
        ['B', '0.70'],
      ],
      CE: [
        ['A', '0.30'],
        ['B', '0.70'],
      ],
      NZ: [
        ['C', '0.60'],
        ['D', '0.40'],
      ],
    };
    const text = residue(6, (line) =>
      (marks[line.slice(12, 16).trim()] ?? [['', '']]).map(([mark, occupancy]) =>
        mark ? `${line.slice(0, 16)}${mark}${line.slice(17, 54)}  ${occupancy}${line.slice(60)}` : line,
      ),
    );
    const {
      chains: [chain],
      changes,
    } = normalise(read(text));
    expect(chain!.polymer[5]!.atoms).toHaveLength(9);
    expect(changes.alternateNames).toEqual(['A:LYS6 altloc A D']);
  });

  it('reads decreasing numbers as one fused chain when bonds continue', () => {
    const fusion = ubiquitinWith((line) => {
      const number = Number(line.slice(22, 26));
      return `${line.slice(0, 22)}${String(number >= 30 && number <= 50 ? number + 1000 : number).padStart(4)}${line.slice(26)}`;
    });
    expect(chains(read(fusion))).toEqual([['A', null, 76]]);
  });

  it('keeps a repeated number within a chain when bonds continue (biopython#4713)', () => {
    const twice = ubiquitinWith((line) =>
      Number(line.slice(22, 26)) === 40 ? `${line.slice(0, 22)}  38${line.slice(26)}` : line,
    );
    const structure = read(twice);
    expect([chains(structure), sequences(structure), normalise(structure).changes.variants]).toEqual([
      [['A', null, 76]],
      [UBIQUITIN],
      [],
    ]);
  });

  it('separates waters of the same number, and gives ions of force fields their elements', () => {
    const water = (x: number) => `HETATM  900  O   HOH A 201      ${x}.000  20.000  10.000  1.00  0.00           O\n`;
    const ion = (name: string) =>
      `ATOM    901 ${name.padEnd(4)} ${name.padEnd(3)} I   1      60.000  10.000  10.000  1.00  0.00\n`;
    const structure = read(
      `${ubiquitinWith((line) => line)}${water(50)}${water(53)}${water(56)}${ion('SOD')}${ion('CLA')}${ion('POT')}`,
    );
    expect(normalise(structure).chains.map(({ waters }) => waters.length)).toEqual([3, 0]);
    expect(normalise(structure).chains[1]!.ligands.map(({ atoms: [atom] }) => atom!.element)).toEqual([
      'NA',
      'CL',
      'K',
    ]);
  });

  it('does not read AutoDock types as elements, and reads five digits as one number', () => {
    const types = ubiquitinWith((line) => (line.slice(12, 16) === ' ND1' ? `${line.slice(0, 76)}NA` : line));
    expect(residuesOf(read(types))[67]!.atoms.map(({ element }) => element)).not.toContain('NA');
    const long = ubiquitinWith((line) => {
      const number = Number(line.slice(22, 26)) + 9990;
      return number > 9999
        ? `${line.slice(0, 22)}${number}${line.slice(27)}`
        : `${line.slice(0, 22)}${number}${line.slice(26)}`;
    });
    expect(residuesOf(read(long)).at(-1)!.number).toBe(10_066);
  });

  const number = (line: string) => Number(line.slice(22, 26));
  const name = (line: string) => line.slice(12, 16).trim();
  const lines = ubiquitinWith((line) => line)
    .trim()
    .split('\n');
  const text = (all: string[]) => `${all.join('\n')}\n`;
  /** Checks the counts of 1UBQ. */
  const expectUbiquitin = (structure: Structure) => {
    expect([chains(structure).length, sequences(structure), atoms(structure)]).toEqual([1, [UBIQUITIN], 602]);
    expect(normalise(structure).changes).toMatchObject({ alternates: 0, renamed: [], variants: [] });
  };

  it.each([
    ['with a TER line inside a residue', () => text([...lines.slice(0, 300), 'TER', ...lines.slice(300)])],
    ['with an atom twice', () => text([...lines.slice(0, 75), lines[74]!, ...lines.slice(75)])],
    ['with one number for all residues', () => ubiquitinWith((line) => `${line.slice(0, 22)}   0${line.slice(26)}`)],
    [
      'with serials of six digits',
      () => ubiquitinWith((line) => `ATOM 1${line.slice(6, 11).replaceAll(' ', '0')}${line.slice(11)}`),
    ],
    ['with serials of stars', () => ubiquitinWith((line) => `ATOM  *****${line.slice(11)}`)],
    [
      'with names in lower case',
      () => ubiquitinWith((line) => line.slice(0, 12) + line.slice(12, 20).toLowerCase() + line.slice(20)),
    ],
  ])('%s', (_, make) => expectUbiquitin(read(make())));

  it.each(['SEP', 'MSE', 'SEC', 'UNK', 'DVA'])(
    '%s among the HETATM lines at the end of the file is in its place',
    (modified) => {
      const other = (line: string) => [20, 21, 40].includes(number(line));
      const moved = [1, ...[20, 21, 40, 76]].flatMap((at) =>
        lines.filter((line) => number(line) === at && other(line)),
      );
      const structure = read(
        text([...lines.filter((line) => !other(line)), 'TER', ...moved.map((line) => hetatm(line, modified))]),
      );
      expect([chains(structure), sequences(structure)[0]!.length]).toEqual([[['A', null, 76]], 76]);
      expect(residuesOf(structure).map((each) => each.number)).toEqual(Array.from({ length: 76 }, (__, i) => i + 1));
    },
  );

  it('adds hydrogens after TER to their residues', () => {
    const hydrogens = lines
      .filter((line) => name(line) === 'N')
      .map((line) => `${line.slice(0, 12)} H  ${line.slice(16, 76)} H`);
    const structure = read(text([...lines, 'TER', ...hydrogens]));
    expect([chains(structure), atoms(structure)]).toEqual([[['A', null, 76]], 602 + 76]);
  });

  it('reads numbers of VMD from 10,000 on as hexadecimal', () => {
    const hex = ubiquitinWith((line) => {
      const own = number(line) + 9_960;
      return `${line.slice(0, 22)}${own > 9_999 ? own.toString(16) : own}${line.slice(26)}`;
    });
    const structure = read(hex);
    expectUbiquitin(structure);
    expect(residuesOf(structure).map((each) => each.number)).toEqual(Array.from({ length: 76 }, (_, i) => i + 9_961));
  });

  it('warns of impossible positions', () => {
    const far = read(
      residue(41, (line) =>
        name(line) === 'NE2' ? `${line.slice(0, 30)}9999.0009999.0009999.000${line.slice(54)}` : line,
      ),
    );
    expect(far.warnings).toEqual(['atoms of one residue lie more than 25 Å apart: A:GLN41']);
    const [first] = lines.filter((line) => number(line) === 41 && name(line) === 'CD');
    const same = read(
      residue(41, (line) => (name(line) === 'NE2' ? line.slice(0, 30) + first!.slice(30, 54) + line.slice(54) : line)),
    );
    expect(same.warnings).toEqual(['heavy atoms lie at the position of another atom: A:GLN41']);
  });
});
