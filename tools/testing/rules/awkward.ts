import { readTestData } from '../../testdata/read.ts';

const put = (line: string, at: number, text: string) => line.slice(0, at) + text + line.slice(at + text.length);
const moved = (line: string, column: number, by: number) =>
  put(line, column, (Number(line.slice(column, column + 8)) + by).toFixed(3).padStart(8));

const hetatm = (atom: string, residue: string, number: number, at: number[], element = atom[0]!) =>
  `HETATM 9001  ${atom.padEnd(3)} ${residue.padStart(3)} A${String(number).padStart(4)}    ${at.map((x) => x.toFixed(3).padStart(8)).join('')}  1.00 20.00          ${element.padStart(2)}`;

/** 40 residues of ubiquitin twice, with alternates of a lysine, glycerol, zinc and a water, in two models that differ. */
export function awkwardStructure(): string {
  const atoms = readTestData('structures/1ubq.pdb')
    .split('\n')
    .filter((line) => line.startsWith('ATOM') && Number(line.slice(22, 26)) <= 40);
  const isTwice = (line: string) => Number(line.slice(22, 26)) === 27 && / (CG|CD|CE|NZ) /.test(line.slice(12, 17));
  const first = atoms.flatMap((line) =>
    isTwice(line)
      ? [put(put(line, 16, 'A'), 54, '  0.60'), moved(put(put(line, 16, 'B'), 54, '  0.40'), 30, 0.6)]
      : [line],
  );
  const second = atoms.map((line) => moved(put(line, 21, 'B'), 30, 22));
  const glycerol = [
    'C1 10 10 10',
    'O1 11.4 10 10',
    'C2 9.3 11.3 10',
    'O2 10 12.5 10',
    'C3 7.8 11.2 10',
    'O3 7.2 12.5 10',
  ];
  const others = [
    ...glycerol.map((line) => line.split(' ')).map(([atom, ...at]) => hetatm(atom!, 'GOL', 201, at.map(Number))),
    hetatm('ZN', 'ZN', 202, [5, 40, 40], 'ZN'),
    hetatm('O', 'HOH', 301, [60, 60, 5]),
  ];
  const model = [...first, 'TER', ...second, 'TER', ...others];
  const other = model.map((line, i) => (line === 'TER' ? line : moved(line, 46, 0.05 * (i % 7))));
  return [model, other]
    .flatMap((lines, i) => [`MODEL     ${String(i + 1).padStart(4)}`, ...lines, 'ENDMDL'])
    .concat('END', '')
    .join('\n');
}

const globins = [
  'NPKVKAHGKKVLGAFSDGLAHLDNLKGTFATLSELHCDKLHVDPENFRLLGNVLVCVLAHHFGKEFTPPVQAAYQKVVAGVANALAHKYH',
  'SAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLHAHKLRVDPVNFKLLSHCLLVTLAAHLPAEFTPAVHASLDKFLASVSTVLTSKYR',
  'SEDLKKHGVTVLTALGAILKKKGHHEAELKPLAQSHATKHKIPIKYLEFISEAIIHVLHSRHPGNFGADAQGAMNKALELFRKDIAAKYK',
] as const;
const gene =
  'ATGGCTAAAGGTGAACTGCGTATTCCGGATCTGAACGAAGTTCGTCGTCTGGCGAAAGATCTGGGTATCACCCGTGAAGCAGTTCGTAAACTGCTGGAAGAACTGGGCTAA';
const fasta = (...rows: [string, string][]) => rows.map(([name, row]) => `>${name}\n${row}\n`).join('');

/** Two records whose names have the same first word, and one with letters that say too little. */
export const awkwardTexts = {
  protein: {
    format: 'FASTA',
    text: fasta(
      ['dup one', globins[0]],
      ['dup two', globins[1]],
      ['odd', put(globins[0], 40, 'XBZJXX')],
      ['last', globins[2]],
    ),
  },
  dna: {
    format: 'FASTA',
    text: fasta(
      ['dup one', gene],
      ['dup two', gene.replace('GGT', 'GGC')],
      ['odd', put(gene, 40, 'NRYNNN')],
      ['last', gene.slice(3)],
    ),
  },
  msa: {
    format: 'AFA',
    text: fasta(
      ['dup one', globins[0]],
      ['dup two', put(globins[1], 80, '----------')],
      ['odd', put(globins[0], 40, 'XBZJXX')],
      ['last', globins[2]],
    ),
  },
  smiles: {
    format: 'SMILES',
    text: 'CCO dup\nCCN dup\nC1CC odd\nCC(F)Cl open\n[Na+].CC(=O)[O-] salt\nc1ccccc1O last\n',
  },
} as const;

export type AwkwardKind = keyof typeof awkwardTexts;
