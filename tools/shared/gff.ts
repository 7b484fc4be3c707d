/** The length of a sequence, before all features. */
export const gffRegion = (name: string, length: number): string => `##sequence-region ${gffName(name)} 1 ${length}\n`;

/** One feature of GFF3 (Sequence Ontology, 1.26): the cells from the type to the phase, then attributes. */
export function gffLine(
  sequence: string,
  cells: (string | number)[],
  attributes: Record<string, string | number>,
): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}=${gffValue(String(value))}`);
  return `${[gffName(sequence), 'rotamer', ...cells, pairs.join(';')].join('\t')}\n`;
}

/** What may not stand as it is in the first column, and in an attribute. */
const SEQID = /[^a-zA-Z0-9.:^*$@!+_?|-]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be escaped
const VALUE = /[\u0000-\u001F\u007F%;=&, ]/g;

/** A name of a user as the first column may have it. */
export const gffName = (name: string): string => percentEncode(name, SEQID);

/** A text of a user as an attribute may have it. */
export const gffValue = (text: string): string => percentEncode(text, VALUE);

function percentEncode(text: string, reserved: RegExp): string {
  return text.replace(reserved, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
