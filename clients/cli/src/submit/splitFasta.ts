export interface FastaRecord {
  /** First word of the header. */
  name: string;
  /** Header and residues, as they were. */
  text: string;
}

/** The records of a FASTA text. What stands before the first header belongs to the first record, for the service to refuse. */
export function splitFasta(text: string): FastaRecord[] {
  const starts = [...text.matchAll(/^>/gm)].map(({ index }) => index);
  return starts.map((start, i) => {
    const record = text.slice(i === 0 ? 0 : start, starts[i + 1]);
    return { name: /^>\s*(\S*)/m.exec(record)?.[1] ?? '', text: record };
  });
}
