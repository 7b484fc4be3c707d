import { readFileSync } from 'node:fs';
import type { Searched } from '../shared/datasets/records.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { linesOf } from '../shared/text.ts';

/** Columns of the table of aligned sequences. The last column is only used to select rows. */
export const ALIGNED = ['qseqid', 'sseqid', 'qstart', 'qend', 'sstart', 'send', 'qseq', 'sseq'] as const;
export const ALIGNED_OF_BLAST = [...ALIGNED, 'pident'];

/** Returns the rows of BLAST's table with the users' names and letters. Rows with less identity are left out. */
export function readAligned(path: string, queries: SequenceRecord[], subjects: Searched, identity: number) {
  const lines = [...linesOf(readFileSync(path, 'utf8'))].filter((line) => line !== '');
  return lines.flatMap((line) => {
    const [qseqid, sseqid, qstart, qend, sstart, send, qseq, sseq, pident] = line.split('\t') as [string, ...string[]];
    if (Number(pident) < identity) return [];
    const [query, subject] = [queries[indexOfSafeId(qseqid)!]!, subjects.at(indexOfSafeId(sseqid!)!)!];
    return {
      ...{ qseqid: query.name, sseqid: subject.name, qstart, qend, sstart, send },
      qseq: withOwnLetters(qseq!, query.sequence, Number(qstart), Number(qend)),
      sseq: withOwnLetters(sseq!, subject.sequence, Number(sstart), Number(send)),
    };
  });
}

/** Restores the residues U, O and J of the record, which the program reads as X. Translations do not change. */
export function withOwnLetters(row: string, sequence: string, start: number, end: number): string {
  const part = sequence.slice(Math.min(start, end) - 1, Math.max(start, end));
  if (row.replaceAll('-', '').length !== part.length) return row;
  const residues = start > end ? reverseComplement(part) : part;
  let at = 0;
  return row.replace(/[^-]/g, () => residues[at++]!);
}
