import type { Settings } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { sameSequenceHint, unknownHint } from '../shared/native/hints.ts';
import { shortestOf } from './tool.ts';

/** Minimum length at which a query finds similar sequences at the usual E-values. */
const SURE = 30;

/** Returns a function that explains why a query has no hit although the database has a similar sequence. */
export function hintFor({ program, sensitivity, evalue, masking }: Settings, searched: SequenceRecord[]) {
  const same = sameSequenceHint(searched, 'regions of low complexity are masked; see the setting masking');
  return ({ sequence }: { sequence: string }): string | undefined => {
    const unknown = unknownHint(sequence, program === 'blastx');
    if (unknown) return unknown;
    const length = program === 'blastx' ? Math.floor(sequence.length / 3) : sequence.length;
    const shortest = shortestOf[sensitivity as string]!;
    const has = program === 'blastx' ? `a query of ${length} codons` : `a query of ${length} residues`;
    if (length < shortest)
      return `${has} is too short: DIAMOND needs ${shortest} with this sensitivity; blast-search with the task blastp-short finds such peptides`;
    const hidden = masking === 'none' ? undefined : same(sequence);
    if (hidden) return hidden;
    if (length < SURE)
      return `found nothing; ${has} scores too little for the E-value ${evalue}: a larger one shows weaker matches`;
    return undefined;
  };
}
