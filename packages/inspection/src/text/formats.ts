import type { Accepted } from '../inspection.ts';
import { clustal, phylip, stockholm } from './formats/alignments.ts';
import { fasta } from './formats/fasta.ts';
import { fastq } from './formats/fastq.ts';
import { json } from './formats/json.ts';
import { embl, genbank, gff, hmm, mol2, msf, nexus, vcf } from './formats/marked.ts';
import { cif, mmcif } from './formats/mmcif.ts';
import { mol, sdf } from './formats/molfile.ts';
import { newick } from './formats/newick.ts';
import { pdb, pdbqt, pqr } from './formats/pdb.ts';
import { smiles } from './formats/smiles.ts';
import { csv, semicolonCsv, tsv } from './formats/tables.ts';
import type { TextFormat } from './textFormat.ts';

/** Formats with a grammar, strictest first: the first one that matches the whole content is chosen. */
export const textFormats: TextFormat[] = [
  ...[mmcif, cif, pqr, pdbqt, pdb, genbank, embl, hmm, msf, nexus, vcf, gff, mol2],
  ...[stockholm, clustal, fastq, fasta, sdf, mol, json, newick, phylip],
  ...[smiles, tsv, csv, semicolonCsv],
];

type PlainFormat = Pick<Accepted, 'format' | 'mimeType' | 'previewKind'> & {
  unit: 'lines' | 'rows' | 'molecules';
  extensions: string[];
};

export const plainText: PlainFormat = {
  format: 'TEXT',
  mimeType: 'text/plain',
  previewKind: 'text',
  unit: 'lines',
  extensions: [
    'txt',
    'text',
    'md',
    'markdown',
    'rst',
    'log',
    'out',
    'err',
    'conf',
    'cfg',
    'ini',
    'in',
    'r',
    'py',
    'sh',
  ],
};

/** Formats recognized by name only: they are not validated, because tools report broken records better. */
export const namedFormats: PlainFormat[] = [
  plainText,
  {
    format: 'SMILES',
    mimeType: smiles.mimeType,
    previewKind: 'text',
    unit: 'molecules',
    extensions: smiles.extensions,
  },
  { format: 'CSV', mimeType: csv.mimeType, previewKind: 'text', unit: 'rows', extensions: csv.extensions },
  { format: 'TSV', mimeType: tsv.mimeType, previewKind: 'text', unit: 'rows', extensions: tsv.extensions },
  { format: 'BED', mimeType: 'text/x-bed', previewKind: 'text', unit: 'rows', extensions: ['bed'] },
  { format: 'GFF', mimeType: 'text/x-gff3', previewKind: 'text', unit: 'rows', extensions: ['gff', 'gff3', 'gtf'] },
  { format: 'YAML', mimeType: 'application/yaml', previewKind: 'text', unit: 'lines', extensions: ['yaml', 'yml'] },
  { format: 'TOML', mimeType: 'application/toml', previewKind: 'text', unit: 'lines', extensions: ['toml'] },
  { format: 'XYZ', mimeType: 'chemical/x-xyz', previewKind: 'structure', unit: 'lines', extensions: ['xyz'] },
  { format: 'GRO', mimeType: 'chemical/x-gro', previewKind: 'structure', unit: 'lines', extensions: ['gro'] },
];
