import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';
import { type Cysteine, cysteines, type Enzyme, enzymes } from './digest.ts';

const numberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const peptide = Type.Object(
  {
    protein: Type.String({ description: 'First word of the FASTA header' }),
    start: Type.Integer({ minimum: 1 }),
    end: Type.Integer({ minimum: 1 }),
    missed: Type.Integer({ minimum: 0, description: 'Missed cleavages' }),
    sequence: Type.String(),
    mono_mh: Type.Unsafe<number | null>({
      ...numberOrNull,
      description:
        'Monoisotopic mass of [M+H]+, with the modification of cysteine; null for a peptide with B, J, X or Z',
    }),
    mz_2: Type.Unsafe<number | null>({ ...numberOrNull, description: 'Monoisotopic m/z of [M+2H]2+' }),
    mz_3: Type.Unsafe<number | null>({ ...numberOrNull, description: 'Monoisotopic m/z of [M+3H]3+' }),
    mz_4: Type.Unsafe<number | null>({ ...numberOrNull, description: 'Monoisotopic m/z of [M+4H]4+' }),
    average_mass: Type.Unsafe<number | null>({ ...numberOrNull, description: 'Average mass, neutral, Da (IUPAC)' }),
    gravy: Type.Unsafe<number | null>({
      ...numberOrNull,
      description: 'Mean hydropathy (Kyte-Doolittle); null for a peptide with B, J, X or Z',
    }),
    proteins: Type.Integer({ minimum: 1, description: 'Proteins of the request whose digest has this peptide' }),
    before: Type.String({ description: 'The residue before the peptide; - at the start of the protein' }),
    after: Type.String({ description: 'The residue behind it; - at the end' }),
  },
  { additionalProperties: false },
);

export const sequences = proteinSlot();

export const contract = {
  id: 'protein-digest',
  name: 'In-silico digest',
  description: 'peptides of 15 enzymes with masses and m/z',
  category: 'Sequence',
  tags: ['proteomics', 'peptides', 'trypsin', 'mass spectrometry', 'tryptic peptides', 'enzyme cleavage'],
  version: '1.2.1',
  slots: [sequences],
  settings: settingsOf({
    enzyme: Type.Enum(Object.keys(enzymes) as Enzyme[], {
      default: 'trypsin',
      description:
        'trypsin cuts behind K and R unless P follows, trypsin/p always; arg-c behind R unless P follows; lys-c behind and lys-n before K; ' +
        'asp-n before D, asp-n/glu before D and E; glu-c behind E, glu-c/asp behind D and E; cnbr behind M; chymotrypsin behind F, W and Y, ' +
        'chymotrypsin-low also L, M and H, unless P follows, nor M behind W, Y behind M, and D, M or W behind H; pepsin behind F and L, at ' +
        'pH 2 also W, Y, A, E and Q; thermolysin before A, F, I, L, M and V unless D or E comes first or P follows them',
    }),
    cysteine: Type.Enum(Object.keys(cysteines) as Cysteine[], {
      default: 'none',
      description: 'Modification of all cysteines that masses have; carbamidomethyl after iodoacetamide',
    }),
    specificity: Type.Enum(['full', 'semi'], {
      default: 'full',
      description: 'full: both ends of a peptide are cut by the enzyme; semi: at least one end is',
    }),
    missed_cleavages: Type.Integer({ minimum: 0, maximum: 3, default: 0 }),
    min_length: Type.Integer({ minimum: 1, maximum: 100, default: 5 }),
    max_length: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  }),
  ports: [
    itemsPort('peptides', 'Peptides', peptide),
    filePort('peptides_fasta', 'Peptides as FASTA', { kind: 'protein', format: 'FASTA' }),
    filePort('peptides_table', 'Peptides as a table', { kind: 'table', format: 'TSV' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Gasteiger E. et al., Protein Identification and Analysis Tools on the ExPASy Server, The Proteomics Protocols Handbook (2005) 571-607',
    doi: '10.1385/1-59259-890-0:571',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
