import type { Static } from 'typebox';
import { gffLine, gffRegion } from '../shared/gff.ts';
import type { hit } from './tool.ts';

/** Writes GFF3 with a feature for each hit, in the order of the sequences and patterns. */
export function writeHitsAsGff(records: { name: string; sequence: string }[], hits: Static<typeof hit>[]): string {
  const regions = records.map(({ name, sequence }) => gffRegion(name, sequence.length));
  const lines = hits.map(({ sequence, pattern, strand, start, end, match }, i) => {
    const type = strand === '.' ? 'polypeptide_motif' : 'nucleotide_motif';
    return gffLine(sequence, [type, start, end, '.', strand, '.'], { ID: `hit${i + 1}`, Name: pattern, match });
  });
  return ['##gff-version 3\n', ...regions, ...lines].join('');
}
