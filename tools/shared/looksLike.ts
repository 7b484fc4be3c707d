import { signedFormat } from '@rotamer/formats/detect.ts';
import { type FormatName, formats } from '@rotamer/formats/formats.ts';

/** Files that are often sent by mistake. */
const documents: [RegExp, string][] = [
  [/^<(!DOCTYPE|html|\?xml|pre)/i, 'a web page'],
  [/^\{\\rtf/, 'a document of a word processor'],
];

/**
 * Returns the end of a message about a text that is not FASTA: the format it seems to have, and what to do. Returns an
 * empty text when the format is unknown.
 */
export function looksLike(text: string): string {
  const start = text
    .slice(0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const document = documents.find(([sign]) => sign.test(start))?.[1];
  if (document) return `; it looks like ${document}: convert it to FASTA`;
  const format = signedFormat(text);
  if (format === undefined || format === 'FASTA') return '';
  if (formats[format].kinds?.includes('msa'))
    return `; it looks like an alignment: give it the kind msa and the format ${format}`;
  return `; it looks like ${formats[format].title ?? format}${hasSequences(format) ? ': convert it to FASTA' : ''}`;
}

/** Whether a file of the format can be converted to sequences. Files of small molecules cannot. */
const hasSequences = (format: FormatName): boolean => !formats[format].kinds?.includes('ligand');
