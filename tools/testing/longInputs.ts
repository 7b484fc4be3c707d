import type { ToolInput } from '../contract.ts';
import { readTestData } from '../testdata/read.ts';
import type { TextInput } from './soundInputs.ts';
import { structureInput } from './testStructures.ts';

/** Random letters, the same each time: a linear congruential generator with the constants of Numerical Recipes. */
function letters(alphabet: string, seed: number): (length: number) => string {
  let state = seed;
  return (length) => {
    let text = '';
    while (text.length < length) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
    }
    return text;
  };
}

function fasta(alphabet: string, count: number, length: number): string {
  const next = letters(alphabet, 42);
  return Array.from({ length: count }, (_, i) => `>s${i}\n${next(length)}\n`).join('');
}

const proteins = (count: number, length: number) => fasta('ACDEFGHIKLMNPQRSTVWY', count, length);

const text = (slotId: string, kind: string, content: string, format = 'FASTA'): TextInput => {
  return { id: slotId, slotId, kind, format, text: content };
};

const many = (slotId: string, file: string, count: number) =>
  Array.from({ length: count }, (_, i) => structureInput(slotId, file, `${slotId}_${i}`));

let database: string | undefined;
/** Two megabytes, made once: programs take seconds, and the tool reads it in a moment. */
const largeDatabase = () => (database ??= proteins(5_000, 400));

const search = (queries: string, asked: string): TextInput[] => [
  text(queries, 'protein', asked),
  text('database', 'protein', largeDatabase()),
];

const drug = 'Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1';
const drugs = (count: number) => Array.from({ length: count }, (_, i) => `${drug} drug${i}\n`).join('');

/** Ubiquitin 100 times. */
function manyModels(): string {
  const atoms = readTestData('structures/1ubq.pdb')
    .split('\n')
    .filter((line) => line.startsWith('ATOM'))
    .join('\n');
  return Array.from({ length: 100 }, (_, i) => `MODEL     ${String(i + 1).padStart(4)}\n${atoms}\nENDMDL\n`).join('');
}

/** Inputs that keep the program of a tool busy for seconds, or a tool that runs one for each item with many items. */
export const longInputs: Record<string, () => TextInput[]> = {
  mafft: () => [text('sequences', 'protein', proteins(300, 800))],
  muscle: () => [text('sequences', 'protein', proteins(100, 600))],
  'clustal-omega': () => [text('sequences', 'protein', proteins(600, 800))],
  kalign: () => [text('sequences', 'protein', proteins(2_000, 900))],
  'cd-hit': () => [text('sequences', 'protein', largeDatabase())],
  'mmseqs-cluster': () => [text('sequences', 'protein', proteins(1_000, 300))],
  'mmseqs-search': () => search('queries', proteins(20, 400)),
  'msa-search': () => search('queries', proteins(20, 400)),
  'profile-search': () => [
    text('query', 'protein', proteins(1, 5_000)),
    ...Array.from({ length: 25 }, (_, i) => ({
      ...text('database', 'msa', fasta('ACDEFGHIKLMNPQRSTVWY', 40, 2_000), 'AFA'),
      id: `database_${i}`,
    })),
  ],
  'blast-search': () => search('queries', proteins(100, 1_000)),
  'diamond-search': () => search('queries', proteins(100, 1_000)),
  'phmmer-search': () => search('query', proteins(1, 4_000)),
  'jackhmmer-search': () => search('query', proteins(1, 4_000)),
  'nhmmer-search': () => [
    text('query', 'dna', fasta('ACGT', 1, 4_000)),
    text('database', 'dna', fasta('ACGT', 2, 900_000)),
  ],
  'domain-scan': () => [
    text('sequences', 'protein', proteins(1_000, 1_000)),
    text('profiles', 'hmm', readTestData('pkinase.hmm').repeat(50), 'HMM'),
  ],
  fasttree: () => [text('alignment', 'msa', proteins(200, 600), 'AFA')],
  iqtree: () => [text('alignment', 'msa', readTestData('globins45.mafft.afa'), 'AFA')],
  'hmm-build': () => [text('alignment', 'msa', proteins(1_000, 2_000), 'AFA')],
  'prodigal-genes': () => [text('genome', 'dna', fasta('ACGT', 2, 900_000))],
  dssp: () => many('structure', '5eep.pdb', 10),
  freesasa: () => many('structure', '5eep.pdb', 8),
  'structure-quality': () => many('structure', '5eep.pdb', 4),
  'structure-convert': () => many('structure', '5eep.pdb', 8),
  electrostatics: () => [pqrInput(ion)],
  protonate: () => many('structure', '5eep.pdb', 4),
  'md-analysis': () => [text('trajectory', 'structure', manyModels(), 'PDB')],
  'normal-modes': () => many('structure', '5eep.pdb', 6),
  'molecule-scores': () => [text('molecules', 'smiles', drugs(60), 'SMILES')],
  'antibody-number': () => [text('sequences', 'protein', fasta('ACDEFGHIKLMNPQRSTVWY', 100, 9_000))],
  'primer-design': () => [text('sequences', 'dna', fasta('ACGT', 100, 10_000))],
  'r-groups': () => [text('molecules', 'smiles', drugs(60), 'SMILES')],
  'molecule-standardize': () => [text('molecules', 'smiles', drugs(100), 'SMILES')],
  pka: () => many('structure', '5eep.pdb', 5),
  'structure-repair': () => many('structure', '5eep.pdb', 3),
  'tm-align': () => [structureInput('reference', 'd1cih__.pdb'), ...many('mobiles', 'd1crj__.pdb', 30)],
  'pocket-detect': () => many('structure', '5eep.pdb', 4),
  'gromacs-minimize': () => [structureInput('structure', 'd1crj__.pdb')],
  'gromacs-md': () => [structureInput('structure', '1ubq.pdb')],
  mustang: () => many('structures', 'd1cih__.pdb', 12),
  'ligand-prepare': () => [text('ligands', 'ligand', readTestData('structures/abl1_imatinib.sdf').repeat(100), 'SDF')],
  'ligand-convert': () => [text('ligands', 'ligand', readTestData('structures/abl1_imatinib.sdf').repeat(200), 'SDF')],
  'vina-dock': () => [
    structureInput('receptor', 'd1crj__.pdb'),
    text('ligands', 'ligand', readTestData('structures/abl1_imatinib.sdf').repeat(2), 'SDF'),
    text('box', 'box', '{"center": [4, 19, 8], "size": [28, 28, 28]}', 'JSON'),
  ],
};

/** An ion with the charge 1 and a radius of 3 Å. */
export const ion = 'ATOM      1  I   ION     1       0.000   0.000   0.000  1.00  3.00\n';

export const pqrInput = (text: string): ToolInput & { text: string } => ({
  id: 'a',
  slotId: 'pqr',
  kind: 'structure',
  format: 'PQR',
  text,
});
