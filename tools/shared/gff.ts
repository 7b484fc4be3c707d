/** Returns the line with the length of a sequence. It comes before all features of the sequence. */
export const gffRegion = (name: string, length: number): string => `##sequence-region ${gffName(name)} 1 ${length}\n`;

/**
 * Returns the line of one feature in GFF3 (Sequence Ontology, 1.26): the cells from the type to the phase, then the
 * attributes.
 */
export function gffLine(
  sequence: string,
  cells: (string | number)[],
  attributes: Record<string, string | number>,
): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}=${gffValue(String(value))}`);
  return `${[gffName(sequence), 'rotamer', ...cells, pairs.join(';')].join('\t')}\n`;
}

/** Characters that must be escaped in the first column, and those in an attribute. */
const SEQID = /[^a-zA-Z0-9.:^*$@!+_?|-]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be escaped
const VALUE = /[\u0000-\u001F\u007F%;=&, ]/g;

/** Returns a user's name, escaped for the first column. */
export const gffName = (name: string): string => percentEncode(name, SEQID);

/** Returns a user's text, escaped for an attribute. */
export const gffValue = (text: string): string => percentEncode(text, VALUE);

function percentEncode(text: string, reserved: RegExp): string {
  return text.replace(reserved, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
