const alignments: [RegExp, string][] = [
  [/^# STOCKHOLM/, 'STOCKHOLM'],
  [/^(CLUSTAL|MUSCLE|PROBCONS|MSAPROBS|KALIGN)/i, 'CLUSTAL'],
  [/^#NEXUS/i, 'NEXUS'],
  [/^\d{1,9}[ \t]+\d{1,9}[ \t]*[\r\n]/, 'PHYLIP'],
  [/^(!!(AA|NA)_MULTIPLE|PileUp|\s*MSF:)/, 'MSF'],
];

const others: [RegExp, string][] = [
  [/^LOCUS {3}/, 'GenBank'],
  [/^ID {3}/, 'a flat file of UniProt or EMBL'],
  [/^@/, 'FASTQ'],
  [/^<(!DOCTYPE|html|\?xml|pre)/i, 'a page of the web'],
  [/^\{\\rtf/, 'a document of a word processor'],
  [/^HMMER3/, 'a profile of HMMER'],
  [/^(HEADER|ATOM {2}|HETATM)/, 'PDB'],
  [/^data_/, 'mmCIF'],
];

/**
 * Returns the end of a message about a text in a wrong format: the format it seems to have, and what to do. Returns an
 * empty text when the format is unknown.
 */
export function looksLike(text: string): string {
  const head = text
    .slice(0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(head))?.[1];
  const format = find(alignments);
  if (format) return `; it looks like an alignment: give it the kind msa and the format ${format}`;
  const other = find(others);
  return other ? `; it looks like ${other}: convert it to FASTA` : '';
}
