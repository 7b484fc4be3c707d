import type { Kind } from '../contract.ts';

/** Every kind that flows between tools, and the formats it is written in (README.md, "Kinds and formats"). */
export const formatsOf: Record<Kind, string[]> = {
  protein: ['FASTA', 'TEXT'],
  dna: ['FASTA', 'TEXT'],
  rna: ['FASTA', 'TEXT'],
  msa: ['AFA', 'STOCKHOLM', 'CLUSTAL'],
  hmm: ['HMM'],
  tree: ['NEWICK'],
  structure: ['PDB', 'MMCIF', 'PDBQT', 'PQR', 'DX.GZ'],
  ligand: ['SDF', 'MOL', 'MOL2', 'PDBQT'],
  smiles: ['SMILES'],
  pattern: ['SMARTS', 'PROSITE', 'TEXT'],
  box: ['JSON'],
  table: ['TSV', 'CSV', 'JSON'],
};

export const contentTypes = {
  FASTA: 'text/x-fasta',
  AFA: 'text/x-fasta-aligned',
  STOCKHOLM: 'text/x-stockholm',
  CLUSTAL: 'text/x-clustal',
  HMM: 'text/x-hmmer3',
  PDB: 'chemical/x-pdb',
  MMCIF: 'chemical/x-cif',
  PQR: 'chemical/x-pqr',
  'DX.GZ': 'application/gzip',
  XTC: 'application/octet-stream',
  CPT: 'application/octet-stream',
  TPR: 'application/octet-stream',
  NEWICK: 'text/x-newick',
  GFF3: 'text/x-gff3',
  SDF: 'chemical/x-mdl-sdfile',
  MOL2: 'chemical/x-mol2',
  PDBQT: 'chemical/x-pdbqt',
  XYZ: 'chemical/x-xyz',
  SMILES: 'chemical/x-daylight-smiles',
  TEXT: 'text/plain',
  SVG: 'image/svg+xml',
  TSV: 'text/tab-separated-values',
  JSON: 'application/json',
} as const;
