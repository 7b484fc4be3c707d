/** Formats by the ends of file names. */
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

/** The first match tells the format of a text without a telling name. */
const byContent: [RegExp, string][] = [
  [/^\s*>/, 'FASTA'],
  [/^# STOCKHOLM/, 'STOCKHOLM'],
  [/^CLUSTAL/, 'CLUSTAL'],
  [/^#NEXUS/i, 'NEXUS'],
  [/^\s*\d{1,9}[ \t]+\d{1,9}[ \t]*\r?\n/, 'PHYLIP'],
  [/^HMMER3/, 'HMM'],
  [/^\s*data_\S/, 'MMCIF'],
  [/^(HEADER|TITLE|REMARK|CRYST1|MODEL|ATOM {2}|HETATM)/, 'PDB'],
  [/^@<TRIPOS>/m, 'MOL2'],
  [/^.*V[23]000\s*$/m, 'SDF'],
];

const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The format of a file as far as name and content tell. */
export function detectFormat(name: string, text: string): string | undefined {
  const extension = extensionOf(name);
  if (Object.hasOwn(byExtension, extension)) return byExtension[extension];
  const head = text.slice(0, 10_000);
  return byContent.find(([pattern]) => pattern.test(head))?.[1];
}

/** Which kinds a format can carry (tools/README.md, "Kinds and formats"). */
const kinds: Record<string, string[]> = {
  FASTA: ['protein', 'dna', 'rna'],
  AFA: ['msa'],
  STOCKHOLM: ['msa'],
  CLUSTAL: ['msa'],
  A3M: ['msa'],
  PHYLIP: ['msa'],
  NEXUS: ['msa'],
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

/** Kinds by the ends of file names that tell them. */
const kindByExtension: Record<string, string> = { faa: 'protein', fna: 'dna', ffn: 'dna', frn: 'rna' };

/** Letters that are looked at: the first ones of a genome tell as much as all. */
const MAX_LETTERS = 100_000;

/** Shorter sequences of four letters may be peptides, and those with X, which masked DNA has. */
const [MIN_LETTERS, MIN_MASKED] = [10, 20];

/** Of letters other than N and X, this part must be bases. */
const LEAST_BASES = 0.75;

/**
 * Returns what the letters of FASTA or bare sequences are: nucleotides where all are their codes and three quarters are bases. It is
 * the rule of the tools, `guessKind` in `tools/shared/residueCodes.ts`; both have the same examples as tests.
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

/** What is known of a text beside its format. */
export interface Known {
  name: string;
  text: string;
  /** That the user said. */
  kind?: string;
}

interface Slot {
  acceptedKinds?: string[];
  acceptedFormats?: string[];
  defaultKind?: string;
}

/** How a slot would take a text of this format; undefined: it does not. The kind is the one said, or that of the file's name, or of its letters. */
export function fitToSlot(
  slot: Slot,
  format: string | undefined,
  known?: Known,
): { kind: string; format: string; guessed: boolean } | undefined {
  const { acceptedKinds = [], acceptedFormats = [], defaultKind } = slot;
  // Aligned FASTA looks like FASTA; where a slot takes only one of them, that one is meant. A bare text is read as what the slot takes.
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
