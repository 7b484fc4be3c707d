/** Formats by file name extension. */
const byExtension: Record<string, string> = {
  fa: 'FASTA',
  fasta: 'FASTA',
  faa: 'FASTA',
  fna: 'FASTA',
  ffn: 'FASTA',
  frn: 'FASTA',
  fas: 'FASTA',
  afa: 'AFA',
  sto: 'STOCKHOLM',
  stk: 'STOCKHOLM',
  aln: 'CLUSTAL',
  clustal: 'CLUSTAL',
  clw: 'CLUSTAL',
  a3m: 'A3M',
  a2m: 'A3M',
  phy: 'PHYLIP',
  phylip: 'PHYLIP',
  nex: 'NEXUS',
  nexus: 'NEXUS',
  nxs: 'NEXUS',
  msf: 'MSF',
  hmm: 'HMM',
  nwk: 'NEWICK',
  newick: 'NEWICK',
  tree: 'NEWICK',
  pdb: 'PDB',
  ent: 'PDB',
  cif: 'MMCIF',
  mmcif: 'MMCIF',
  pqr: 'PQR',
  sdf: 'SDF',
  sd: 'SDF',
  mol: 'MOL',
  mol2: 'MOL2',
  pdbqt: 'PDBQT',
  smi: 'SMILES',
  smiles: 'SMILES',
  sma: 'SMARTS',
  smarts: 'SMARTS',
  tsv: 'TSV',
  csv: 'CSV',
  json: 'JSON',
};

/** Formats by content, for a name that gives none. The first match counts. */
const byContent: [RegExp, string][] = [
  [/^\s*>/, 'FASTA'],
  [/^# STOCKHOLM/, 'STOCKHOLM'],
  [/^CLUSTAL/, 'CLUSTAL'],
  [/^#NEXUS/i, 'NEXUS'],
  [/^(!!(AA|NA)_MULTIPLE|PileUp\b)/, 'MSF'],
  [/^\s*\d{1,9}[ \t]+\d{1,9}[ \t]*\r?\n/, 'PHYLIP'],
  [/^HMMER3/, 'HMM'],
  [/^\s*data_\S/, 'MMCIF'],
  [/^(HEADER|TITLE|REMARK|CRYST1|MODEL|ATOM {2}|HETATM)/, 'PDB'],
  [/^@<TRIPOS>/m, 'MOL2'],
  [/^.*V[23]000\s*$/m, 'SDF'],
];

const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns the format of a file, as far as name and content show it. */
export function detectFormat(name: string, text: string): string | undefined {
  const extension = extensionOf(name);
  if (Object.hasOwn(byExtension, extension)) return byExtension[extension];
  const head = text.slice(0, 10_000);
  return byContent.find(([pattern]) => pattern.test(head))?.[1];
}

/** The kinds that a format can carry (tools/README.md, "Kinds and formats"). */
const kinds: Record<string, string[]> = {
  FASTA: ['protein', 'dna', 'rna'],
  AFA: ['msa'],
  STOCKHOLM: ['msa'],
  CLUSTAL: ['msa'],
  A3M: ['msa'],
  PHYLIP: ['msa'],
  NEXUS: ['msa'],
  MSF: ['msa'],
  HMM: ['hmm'],
  NEWICK: ['tree'],
  PDB: ['structure'],
  MMCIF: ['structure'],
  PQR: ['structure'],
  SDF: ['ligand'],
  MOL: ['ligand'],
  MOL2: ['ligand'],
  PDBQT: ['ligand'],
  SMILES: ['smiles'],
  SMARTS: ['pattern'],
  PROSITE: ['pattern'],
  TEXT: ['protein', 'dna', 'rna', 'pattern'],
  JSON: ['box', 'table'],
  TSV: ['table'],
  CSV: ['table'],
};

/** Kinds by the file name extensions that imply them. */
const kindByExtension: Record<string, string> = { faa: 'protein', fna: 'dna', ffn: 'dna', frn: 'rna' };

/** Letters that are examined. The first letters of a genome show as much as all of it. */
const MAX_LETTERS = 100_000;

/** Shorter sequences of four letters may be peptides. The second length is for sequences with X, which masked DNA has. */
const [MIN_LETTERS, MIN_MASKED] = [10, 20];

/** The share of letters other than N and X that must be bases. */
const LEAST_BASES = 0.75;

/**
 * Returns what the letters of FASTA or bare sequences are: nucleotides when all letters are nucleotide codes and three quarters are
 * bases. The rule is that of the tools, `guessKind` in `tools/shared/residueCodes.ts`; both are tested with the same examples.
 */
export function kindOfLetters(text: string): 'protein' | 'dna' | 'rna' {
  const letters = text
    .slice(0, MAX_LETTERS)
    .replace(/^[>;#].*$/gm, '')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase();
  const least = letters.includes('X') ? MIN_MASKED : MIN_LETTERS;
  if (letters.length < least || /[^ACGTUNXRYSWKMBDHV]/.test(letters)) return 'protein';
  const known = letters.replace(/[NX]/g, '');
  const bases = known.replace(/[^ACGTU]/g, '').length;
  if (bases === 0 || bases < LEAST_BASES * known.length) return 'protein';
  return letters.includes('U') && !letters.includes('T') ? 'rna' : 'dna';
}

/** Known facts about a text besides its format. */
export interface Known {
  name: string;
  text: string;
  /** The kind that the user gave. */
  kind?: string;
}

interface Slot {
  acceptedKinds?: string[];
  acceptedFormats?: string[];
  defaultKind?: string;
}

/** Returns how a slot would accept a text; undefined if it does not. The kind is given, or from the file's name or its letters. */
export function fitToSlot(
  slot: Slot,
  format: string | undefined,
  known?: Known,
): { kind: string; format: string; guessed: boolean } | undefined {
  const { acceptedKinds = [], acceptedFormats = [], defaultKind } = slot;
  // Aligned FASTA looks like FASTA. If a slot accepts only one of the two, that one is meant. A bare text is read as what the slot accepts.
  const candidates =
    format === 'FASTA' ? ['FASTA', 'AFA'] : format === undefined ? ['TEXT', ...acceptedFormats] : [format];
  const fitting = candidates.find((one) => acceptedFormats.length === 0 || acceptedFormats.includes(one));
  if (fitting === undefined) return undefined;
  const possible = (kinds[fitting] ?? acceptedKinds).filter(
    (kind) => acceptedKinds.length === 0 || acceptedKinds.includes(kind),
  );
  if (known?.kind !== undefined)
    return possible.includes(known.kind) ? { kind: known.kind, format: fitting, guessed: false } : undefined;
  const usual = defaultKind && possible.includes(defaultKind) ? defaultKind : possible[0];
  if (usual === undefined) return undefined;
  const named = known && kindByExtension[extensionOf(known.name)];
  if (named && possible.includes(named)) return { kind: named, format: fitting, guessed: false };
  const seen = known && possible.includes('protein') && possible.length > 1 ? kindOfLetters(known.text) : usual;
  const kind = possible.includes(seen) ? seen : seen === 'rna' && possible.includes('dna') ? 'dna' : usual;
  return { kind, format: fitting, guessed: kind !== usual };
}
