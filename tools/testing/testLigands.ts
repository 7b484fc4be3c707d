import type { ToolInput } from '../contract.ts';
import { readTestData } from '../testdata/read.ts';

/** An input of the slot `ligands`. */
export const smilesInput = (text: string, id = 'ligands'): ToolInput & { text: string } => ({
  id,
  slotId: 'ligands',
  kind: 'smiles',
  format: 'SMILES',
  text,
});

export const ligandInput = (format: string, text: string, id = 'ligands'): ToolInput & { text: string } => ({
  id,
  slotId: 'ligands',
  kind: 'ligand',
  format,
  text,
});

export const molecules = {
  aspirin: 'CC(=O)Oc1ccccc1C(=O)O aspirin',
  tyramine: 'NCCc1ccc(O)cc1 tyramine',
  imatinib: 'Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1 imatinib',
  caffeine: 'Cn1cnc2c1c(=O)n(C)c(=O)n2C caffeine',
  alanine: 'C[C@H](N)C(=O)O L-alanine',
  bortezomib: 'CC(C)C[C@H](NC(=O)[C@H](Cc1ccccc1)NC(=O)c1cnccn1)B(O)O bortezomib',
};

/** The heavy atoms of imatinib in ABL1, as in the crystal. */
export const dockedLigand = (): string => readTestData('structures/abl1_imatinib.sdf');

/** Files of molecules that are refused before a job runs, with the reasons. */
export const brokenLigands: [name: string, format: string, text: string, message: RegExp][] = [
  ['an empty list', 'SMILES', '', /^the content is empty$/],
  [
    'a SMILES that is too long',
    'SMILES',
    'C'.repeat(1501),
    /^line 1: the SMILES has 1501 characters, the limit is 1500$/,
  ],
  ['junk as an SDF', 'SDF', 'hello\n', /^line 4: no counts line/],
  ['two molecules as MOL', 'MOL', dockedLigand() + dockedLigand(), /a MOL file holds one molecule/],
  ['junk as MOL2', 'MOL2', 'hello\n', /^no molecule: the file needs @<TRIPOS>MOLECULE$/],
  ['an empty MOL2', 'MOL2', '', /^the content is empty$/],
  ['a MOL2 without counts', 'MOL2', '@<TRIPOS>MOLECULE\nx\n', /^line 3: no number of atoms/],
  [
    'a MOL2 without its atoms',
    'MOL2',
    '@<TRIPOS>MOLECULE\nx\n2 0\n',
    /^line 3: the molecule declares 2 atoms, found 0$/,
  ],
  [
    'bad coordinates in a MOL2',
    'MOL2',
    '@<TRIPOS>MOLECULE\nx\n1 0\n@<TRIPOS>ATOM\n1 C1 0.0 x.y 0.0 C.3\n',
    /^line 5: bad coordinates or no atom type$/,
  ],
];

const atom = (serial: number, type: string, x = '0.000') =>
  `ATOM  ${String(serial).padStart(5)}  X   UNL     1    ${x.padStart(8)}   0.000   0.000  0.00  0.00    +0.000 ${type}\n`;

/** Ligands as PDBQT that would make Vina stop. */
export const brokenPdbqt: typeof brokenLigands = [
  ['an empty PDBQT', 'PDBQT', '', /^the content is empty$/],
  ['junk as PDBQT', 'PDBQT', 'hello\n', /^no ATOM or HETATM line$/],
  [
    'boron',
    'PDBQT',
    `ROOT\n${atom(1, 'B ')}ENDROOT\nTORSDOF 0\n`,
    /^line 2: 'B' in columns 78-80: no AutoDock atom type$/,
  ],
  ['a receptor', 'PDBQT', atom(1, 'C '), /^no ROOT line: this is not the PDBQT of a ligand/],
  ['several poses', 'PDBQT', `ROOT\n${atom(1, 'C ')}ENDROOT\nTORSDOF 0\n`.repeat(2), /^2 ROOT lines/],
  ['a file that is cut', 'PDBQT', `ROOT\n${atom(1, 'C ')}`, /^no TORSDOF line at the end/],
  [
    'a branch without end',
    'PDBQT',
    `ROOT\n${atom(1, 'C ')}ENDROOT\nBRANCH 1 2\n${atom(2, 'C ')}TORSDOF 1\n`,
    /^line 4: 'BRANCH 1 2' is not closed by 'ENDBRANCH 1 2'$/,
  ],
  [
    'a branch with the end of another',
    'PDBQT',
    `ROOT\n${atom(1, 'C ')}ENDROOT\nBRANCH 1 2\n${atom(2, 'C ')}ENDBRANCH 1 3\nTORSDOF 1\n`,
    /^line 6: 'ENDBRANCH 1 3' does not close/,
  ],
  ['bad coordinates', 'PDBQT', `ROOT\n${atom(1, 'C ', 'x')}`, /^line 2: bad coordinates in columns 31-54$/],
];
