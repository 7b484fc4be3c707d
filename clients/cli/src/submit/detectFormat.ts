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
  [/^HMMER3/, 'HMM'],
  [/^\s*data_\S/, 'MMCIF'],
  [/^(HEADER|TITLE|REMARK|CRYST1|MODEL|ATOM {2}|HETATM)/, 'PDB'],
  [/^@<TRIPOS>/m, 'MOL2'],
  [/^.*V[23]000\s*$/m, 'SDF'],
];

/** The format of a file as far as name and content tell. */
export function detectFormat(name: string, text: string): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
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

interface Slot {
  acceptedKinds?: string[];
  acceptedFormats?: string[];
  defaultKind?: string;
}

/** How a slot would take a text of this format; undefined: it does not. */
export function fitToSlot(slot: Slot, format: string | undefined): { kind: string; format: string } | undefined {
  const { acceptedKinds = [], acceptedFormats = [], defaultKind } = slot;
  // Aligned FASTA looks like FASTA; where a slot takes one alone, that is meant. A bare text is read as what the slot takes.
  const candidates =
    format === 'FASTA' ? ['FASTA', 'AFA'] : format === undefined ? ['TEXT', ...acceptedFormats] : [format];
  const fitting = candidates.find((one) => acceptedFormats.length === 0 || acceptedFormats.includes(one));
  if (fitting === undefined) return undefined;
  const possible = (kinds[fitting] ?? acceptedKinds).filter(
    (kind) => acceptedKinds.length === 0 || acceptedKinds.includes(kind),
  );
  const kind = defaultKind && possible.includes(defaultKind) ? defaultKind : possible[0];
  return kind === undefined ? undefined : { kind, format: fitting };
}
