import type { FormatName } from '@rotamer/formats/formats.ts';
import type { Units } from '../inspection.ts';
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

/**
 * Formats recognized by name only, with the unit of their lines. They are not validated, because tools report broken
 * records better.
 */
export const namedFormats: Partial<Record<FormatName, keyof Units>> = {
  SMILES: 'molecules',
  ...{ CSV: 'rows', TSV: 'rows', BED: 'rows', GFF: 'rows' },
  ...{ TEXT: 'lines', YAML: 'lines', TOML: 'lines', XYZ: 'lines', GRO: 'lines' },
};
