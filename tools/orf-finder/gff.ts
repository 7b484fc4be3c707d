export interface GffFeature {
  id: string;
  sequence: string;
  strand: '+' | '-';
  start: number;
  end: number;
}

/** GFF3 (Sequence Ontology, 1.26) with a type ORF feature each, in the order of their sequences and positions. */
export function writeGff(sequences: { name: string; length: number }[], features: GffFeature[]): string {
  const regions = sequences.map(({ name, length }) => `##sequence-region ${percentEncode(name, SEQID)} 1 ${length}\n`);
  const lines = features.map(({ id, sequence, strand, start, end }) => {
    const cells = [
      percentEncode(sequence, SEQID),
      'rotamer',
      'ORF',
      start,
      end,
      '.',
      strand,
      '0',
      `ID=${percentEncode(id, VALUE)}`,
    ];
    return `${cells.join('\t')}\n`;
  });
  return ['##gff-version 3\n', ...regions, ...lines].join('');
}

/** What may not stand as it is in the first column, and in an attribute. */
const SEQID = /[^a-zA-Z0-9.:^*$@!+_?|-]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be escaped
const VALUE = /[\u0000-\u001F\u007F%;=&, ]/g;

function percentEncode(text: string, reserved: RegExp): string {
  return text.replace(reserved, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
