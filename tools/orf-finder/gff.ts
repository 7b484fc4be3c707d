import { gffLine, gffRegion } from '../shared/gff.ts';

export interface GffFeature {
  id: string;
  sequence: string;
  strand: '+' | '-';
  frame: number;
  complete: boolean;
  start: number;
  end: number;
}

/**
 * Returns GFF3 (Sequence Ontology, 1.26) with one feature of type ORF per frame, in the order of sequences and
 * positions. A feature over the origin of a circle has an end greater than the length, as the format requires.
 */
export function writeGff(
  sequences: { name: string; length: number }[],
  features: GffFeature[],
  { circular, code }: { circular: boolean; code: number },
): string {
  const pragmas = sequences.map(({ name, length }) => gffRegion(name, length));
  const regions = sequences.map(({ name, length }) =>
    gffLine(name, ['region', 1, length, '.', '+', '.'], { ID: name, Is_circular: 'true' }),
  );
  const lines = features.map(({ id, sequence, strand, start, end, frame, complete }) => {
    const attributes = {
      ID: id,
      frame: `${strand}${frame}`,
      transl_table: code,
      ...(!complete && { partial: 'true' }),
    };
    return gffLine(sequence, ['ORF', start, end, '.', strand, 0], attributes);
  });
  return ['##gff-version 3\n', ...pragmas, ...(circular ? regions : []), ...lines].join('');
}
