import { ToolError } from '../contract.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import { linesOf } from '../shared/text.ts';

export interface Gene {
  /** Index of the gene's contig. */
  contig: number;
  /** Number of the gene in its contig, from 1. */
  number: number;
  start: number;
  end: number;
  strand: '+' | '-';
  score: number;
  partial: boolean;
  startType: string;
  /** The last column of the gene's line, without the id. */
  attributes: string;
}

/**
 * Reads the genes of a GFF file of Prodigal.
 *
 * @throws ToolError at a line that is not a gene of a known contig.
 */
export function parseGenes(text: string, contigs: number): Gene[] {
  const genes: Gene[] = [];
  for (const line of linesOf(text)) {
    if (line === '' || line.startsWith('#')) continue;
    const [id = '', , type, start, end, score, strand, , attributes = ''] = line.split('\t');
    const contig = indexOfSafeId(id) ?? contigs;
    const [, number] = /^ID=\d+_(\d+);/.exec(attributes) ?? [];
    const [, partial] = /;partial=([01]{2});/.exec(attributes) ?? [];
    const [, startType = ''] = /;start_type=(\w+);/.exec(attributes) ?? [];
    const gene = { contig, number: Number(number), start: Number(start), end: Number(end), score: Number(score) };
    const isGene = type === 'CDS' && (strand === '+' || strand === '-') && partial !== undefined;
    if (!isGene || contig >= contigs || !Object.values(gene).every(Number.isFinite))
      throw new ToolError('prodigal gave no usable list of genes');
    genes.push({
      ...gene,
      strand,
      partial: partial !== '00',
      startType,
      attributes: attributes.replace(/^ID=[^;]*;/, ''),
    });
  }
  return genes;
}

/**
 * Reads the sequences of a FASTA file of Prodigal, whose records are the genes in their order.
 *
 * @throws ToolError when one is missing.
 */
export function sequencesOf(text: string, genes: Gene[]): string[] {
  const sequences = text
    .split(/^>.*\n/m)
    .slice(1)
    .map((residues) => residues.replace(/[\s*]/g, ''));
  if (sequences.length !== genes.length || sequences.includes(''))
    throw new ToolError(`prodigal gave ${sequences.length} sequences for ${genes.length} genes`);
  return sequences;
}
