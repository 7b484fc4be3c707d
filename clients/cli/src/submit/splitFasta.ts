export interface FastaRecord {
  /** First word of the header. */
  name: string;
  /** Header and residues, unchanged. */
  text: string;
  /** Number of lines of the file before the record. */
  linesBefore: number;
}

/** Returns the records of a FASTA text. Text before the first header belongs to the first record, and the service refuses it. */
export function splitFasta(text: string): FastaRecord[] {
  const starts = [...text.matchAll(/^>/gm)].map(({ index }) => index);
  let linesBefore = 0;
  return starts.map((start, i) => {
    const record = text.slice(i === 0 ? 0 : start, starts[i + 1]);
    const before = linesBefore;
    linesBefore += record.match(/\r\n?|\n/g)?.length ?? 0;
    return { name: /^>\s*(\S*)/m.exec(record)?.[1] ?? '', text: record, linesBefore: before };
  });
}
