// Copied from packages/formats/src/formats.ts by `npm run generate`. Do not edit.

/** The kinds of data that tools exchange (tools/README.md, "Kinds and formats"). */
export const kinds = [
  ...(['protein', 'dna', 'rna', 'msa', 'hmm', 'tree'] as const),
  ...(['structure', 'ligand', 'smiles', 'pattern', 'box', 'table'] as const),
];

export type Kind = (typeof kinds)[number];

/** What a text of a format has, and what it then lacks. The Python client has a copy, so a pattern is one that Python reads alike. */
export interface Sign {
  has: RegExp;
  lacks?: RegExp;
}

/** A format of texts or files. */
export interface Format {
  /** The name for people; by default the format's name. */
  title?: string;
  /** What tools take in this format. */
  kinds?: readonly Kind[];
  /** Lower case, without dots. A file with one of them has this format. The first one is used for new files. */
  extensions?: readonly string[];
  /** Extensions that files of other formats have, too: only the content shows the format. */
  sharedExtensions?: readonly string[];
  contentType: string;
  /** How people look at a file; by default as text. */
  preview?: 'structure' | 'image' | 'binary';
  /** A text looks like this format when one of these fits. The text has no byte order mark and no white space at its beginning. */
  signs?: readonly Sign[];
  /** The sign also matches texts of other kinds, so it is only used where the kind is known. */
  loose?: true;
  /** A text without the sign of any format may be of this one. */
  unmarked?: true;
}

const fasta = /^>/;
const torsionTree = /^(ROOT|TORSDOF)\b/m;
const endOfRecord = /^\$\$\$\$/m;
const endOfMolfile = /^M {2}END/m;
const json = /^[{[]/;

const molecules = { preview: 'structure' } as const;
const sequences = ['protein', 'dna', 'rna'] as const;
const openXml = 'application/vnd.openxmlformats-officedocument';

const table = {
  FASTA: {
    kinds: sequences,
    extensions: ['fasta', 'fa', 'faa', 'fna', 'ffn', 'frn', 'fas'],
    sharedExtensions: ['seq', 'pir'],
    contentType: 'text/x-fasta',
    signs: [{ has: fasta }],
  },
  AFA: {
    title: 'aligned FASTA',
    kinds: ['msa'],
    extensions: ['afa'],
    contentType: 'text/x-fasta-aligned',
    signs: [{ has: fasta }],
  },
  STOCKHOLM: {
    kinds: ['msa'],
    extensions: ['sto', 'stk', 'stockholm'],
    contentType: 'text/x-stockholm',
    signs: [{ has: /^# STOCKHOLM/ }],
  },
  CLUSTAL: {
    kinds: ['msa'],
    extensions: ['aln', 'clustal', 'clw', 'clustalw'],
    contentType: 'text/x-clustal',
    // The names of the other programs are also possible beginnings of a protein.
    signs: [{ has: /^CLUSTAL|^(MUSCLE|PROBCONS|MSAPROBS|KALIGN)\b/i }],
  },
  A3M: { kinds: ['msa'], extensions: ['a3m', 'a2m'], contentType: 'text/x-a3m', unmarked: true },
  PHYLIP: {
    kinds: ['msa'],
    extensions: ['phy', 'phylip'],
    // Clustal's guide trees are named so, too.
    sharedExtensions: ['ph'],
    contentType: 'text/x-phylip',
    signs: [{ has: /^\d{1,9}[ \t]+\d{1,9}[ \t]*[\r\n]/ }],
  },
  NEXUS: {
    kinds: ['msa'],
    extensions: ['nex', 'nexus', 'nxs'],
    contentType: 'text/x-nexus',
    signs: [{ has: /^#NEXUS/i }],
  },
  MSF: {
    kinds: ['msa'],
    extensions: ['msf'],
    contentType: 'text/x-msf',
    signs: [{ has: /^(!!(AA|NA)_MULTIPLE|PileUp\b|MSF:)/ }],
  },
  HMM: {
    title: 'a profile of HMMER',
    kinds: ['hmm'],
    extensions: ['hmm'],
    contentType: 'text/x-hmmer3',
    signs: [{ has: /^HMMER3/ }],
  },
  NEWICK: {
    kinds: ['tree'],
    extensions: ['nwk', 'newick', 'tree', 'tre', 'nh', 'treefile', 'contree'],
    contentType: 'text/x-newick',
    unmarked: true,
  },
  PDB: {
    ...molecules,
    kinds: ['structure'],
    extensions: ['pdb', 'ent'],
    contentType: 'chemical/x-pdb',
    signs: [{ has: /^((HEADER|TITLE|REMARK|MODEL)\b|CRYST1|ATOM {2}|HETATM)/, lacks: torsionTree }],
    unmarked: true,
  },
  MMCIF: {
    ...molecules,
    title: 'mmCIF',
    kinds: ['structure'],
    extensions: ['cif', 'mmcif', 'mcif'],
    contentType: 'chemical/x-cif',
    // Comments may precede the first data block.
    signs: [{ has: /^(?:#[^\n]*\n\s*)*data_/ }],
  },
  SDF: {
    ...molecules,
    kinds: ['ligand'],
    extensions: ['sdf', 'sd'],
    contentType: 'chemical/x-mdl-sdfile',
    signs: [{ has: endOfRecord }, { has: /V[23]000\s*$/m, lacks: endOfMolfile }],
  },
  MOL: {
    ...molecules,
    kinds: ['ligand'],
    extensions: ['mol', 'mdl'],
    contentType: 'chemical/x-mdl-molfile',
    signs: [{ has: endOfMolfile, lacks: endOfRecord }],
  },
  MOL2: {
    ...molecules,
    kinds: ['ligand'],
    extensions: ['mol2'],
    contentType: 'chemical/x-mol2',
    signs: [{ has: /^@<TRIPOS>/m }],
  },
  PDBQT: {
    ...molecules,
    kinds: ['structure', 'ligand'],
    extensions: ['pdbqt'],
    contentType: 'chemical/x-pdbqt',
    signs: [{ has: torsionTree }],
  },
  PQR: {
    ...molecules,
    kinds: ['structure'],
    extensions: ['pqr'],
    contentType: 'chemical/x-pqr',
    unmarked: true,
  },
  'DX.GZ': { kinds: ['structure'], extensions: ['dx.gz'], contentType: 'application/gzip', preview: 'binary' },
  SMILES: {
    kinds: ['smiles'],
    extensions: ['smi', 'smiles', 'ism', 'can'],
    contentType: 'chemical/x-daylight-smiles',
    unmarked: true,
  },
  SMARTS: { kinds: ['pattern'], extensions: ['sma', 'smarts'], contentType: 'text/plain', unmarked: true },
  PROSITE: { kinds: ['pattern'], contentType: 'text/plain', unmarked: true },
  TEXT: {
    kinds: [...sequences, 'pattern'],
    sharedExtensions: [
      ...['txt', 'text', 'md', 'markdown', 'rst', 'log', 'out', 'err'],
      ...['conf', 'cfg', 'ini', 'in', 'r', 'py', 'sh'],
    ],
    contentType: 'text/plain',
    unmarked: true,
  },
  TSV: { kinds: ['table'], extensions: ['tsv', 'tab'], contentType: 'text/tab-separated-values', unmarked: true },
  CSV: {
    kinds: ['table'],
    extensions: ['csv'],
    contentType: 'text/csv',
    signs: [{ has: /^[^\t\n]*,[^\t\n]*(\n|$)/, lacks: json }],
    loose: true,
  },
  JSON: {
    kinds: ['box', 'table'],
    extensions: ['json'],
    sharedExtensions: ['jsonl', 'ndjson', 'geojson', 'ipynb'],
    contentType: 'application/json',
    signs: [{ has: json }],
    loose: true,
  },

  // No tool takes the formats below.
  CIF: { ...molecules, sharedExtensions: ['cif'], contentType: 'chemical/x-cif' },
  GENBANK: {
    title: 'GenBank',
    extensions: ['gb', 'gbk', 'genbank', 'gp'],
    contentType: 'text/x-genbank',
    signs: [{ has: /^LOCUS {3}/ }],
  },
  EMBL: {
    title: 'a flat file of UniProt or EMBL',
    extensions: ['embl', 'dat', 'swiss'],
    contentType: 'text/x-embl',
    signs: [{ has: /^ID {3}/ }],
  },
  FASTQ: {
    extensions: ['fastq', 'fq'],
    contentType: 'text/x-fastq',
    signs: [{ has: /^@(?!<TRIPOS>)/ }],
  },
  VCF: { extensions: ['vcf'], contentType: 'text/x-vcf' },
  BED: { extensions: ['bed'], contentType: 'text/x-bed' },
  // The name of any version in uploads. Tools write version 3, and say so.
  GFF: { extensions: ['gff', 'gff3', 'gtf'], contentType: 'text/x-gff3' },
  GFF3: { sharedExtensions: ['gff3'], contentType: 'text/x-gff3' },
  YAML: { extensions: ['yaml', 'yml'], contentType: 'application/yaml' },
  TOML: { extensions: ['toml'], contentType: 'application/toml' },
  XYZ: { ...molecules, extensions: ['xyz'], contentType: 'chemical/x-xyz' },
  GRO: { ...molecules, extensions: ['gro'], contentType: 'chemical/x-gro' },
  XTC: { extensions: ['xtc'], contentType: 'application/octet-stream', preview: 'binary' },
  CPT: { extensions: ['cpt'], contentType: 'application/octet-stream', preview: 'binary' },
  TPR: { extensions: ['tpr'], contentType: 'application/octet-stream', preview: 'binary' },
  SVG: { extensions: ['svg'], contentType: 'image/svg+xml', preview: 'image' },
  PNG: { extensions: ['png'], contentType: 'image/png', preview: 'image' },
  JPEG: { extensions: ['jpg', 'jpeg'], contentType: 'image/jpeg', preview: 'image' },
  GIF: { extensions: ['gif'], contentType: 'image/gif', preview: 'image' },
  WEBP: { extensions: ['webp'], contentType: 'image/webp', preview: 'image' },
  TIFF: { extensions: ['tif', 'tiff'], contentType: 'image/tiff', preview: 'image' },
  BMP: { extensions: ['bmp'], contentType: 'image/bmp', preview: 'image' },
  PDF: { extensions: ['pdf'], contentType: 'application/pdf', preview: 'binary' },
  ZIP: { extensions: ['zip'], contentType: 'application/zip', preview: 'binary' },
  GZIP: { extensions: ['gz'], contentType: 'application/gzip', preview: 'binary' },
  TAR: { extensions: ['tar'], contentType: 'application/x-tar', preview: 'binary' },
  XLSX: { extensions: ['xlsx'], contentType: `${openXml}.spreadsheetml.sheet`, preview: 'binary' },
  DOCX: { extensions: ['docx'], contentType: `${openXml}.wordprocessingml.document`, preview: 'binary' },
  PPTX: { extensions: ['pptx'], contentType: `${openXml}.presentationml.presentation`, preview: 'binary' },
} satisfies Record<string, Format>;

export type FormatName = keyof typeof table;

/** Every format that Rotamer knows, by its name. In the order in which a kind's formats are listed. */
export const formats: Record<FormatName, Format> = table;

export const formatNames = Object.keys(table) as FormatName[];

/** Returns the row of a format; undefined for a name that is not in the table, such as a format of a configured tool. */
export const formatNamed = (name: string): Format | undefined =>
  Object.hasOwn(formats, name) ? formats[name as FormatName] : undefined;

/** Whether a text has a sign of a format. */
export const hasSign = ({ signs = [] }: Format, text: string): boolean =>
  signs.some(({ has, lacks }) => has.test(text) && !lacks?.test(text));

/** The formats in which each kind of data is written. */
export const formatsOf = Object.fromEntries(
  kinds.map((kind) => [kind, formatNames.filter((name) => formats[name].kinds?.includes(kind))]),
) as Record<Kind, string[]>;

/** The content type of each format. */
export const contentTypes = Object.fromEntries(formatNames.map((name) => [name, formats[name].contentType])) as Record<
  FormatName,
  string
>;

/** Returns the extension of a new file, without the dot: the format's first one, else its name in lower case. */
export function fileExtension(format: string): string {
  const { extensions = [], sharedExtensions = [] } = formatNamed(format) ?? {};
  return [...extensions, ...sharedExtensions][0] ?? format.toLowerCase();
}
