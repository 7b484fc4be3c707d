import type { Settings } from '../contract.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { sameSequenceHint, unknownHint } from '../shared/native/hints.ts';

/** Shorter queries need another task, according to BLAST's manual. */
const SHORT = { protein: 30, dna: 50 };

const LOW_COMPLEXITY =
  'matches of low complexity score little; see the settings comp_based_stats, low_complexity and soft_masking';

/**
 * Returns a function that explains why a query has no hit although the database has a similar sequence: the query is
 * too short for the settings, or mostly unknown. A dataset is not read for it, so `uploaded` is empty there.
 */
export function hintFor({ program, task, evalue }: Settings, uploaded: SequenceRecord[]) {
  const same = sameSequenceHint(uploaded, LOW_COMPLEXITY);
  return ({ sequence }: { sequence: string }): string | undefined => {
    const length = sequence.length;
    const isDna = program === 'blastn' || program === 'blastx' || program === 'tblastx';
    const unknown = unknownHint(sequence, isDna);
    if (unknown) return unknown;
    const short = program === 'blastn' ? SHORT.dna : isDna ? 3 * SHORT.protein : SHORT.protein;
    if (length >= short) return same(sequence);
    const why = `found nothing; a query of ${length} residues scores too little for the E-value ${evalue}`;
    const better = { blastp: 'blastp-short', blastn: 'blastn-short' }[program as string];
    if (better === undefined || task === better) return `${why}: a larger one shows weaker matches`;
    return `${why} and the words of this search: the task ${better} with a larger E-value, such as 1000, is for such queries`;
  };
}
