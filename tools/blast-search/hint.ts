import type { Settings } from '../contract.ts';

/** Letters below which BLAST's manual advises another task. */
const SHORT = { protein: 30, dna: 50 };

/** Why a query may have no hit although the database has its like: it is too short for the settings, or unknown for the most part. */
export const hintFor =
  ({ program, task, evalue }: Settings) =>
  ({ sequence }: { sequence: string }): string | undefined => {
    const length = sequence.length;
    const isDna = program === 'blastn' || program === 'blastx' || program === 'tblastx';
    const known = sequence.replace(isDna ? /[^ACGTU]/g : /[XBZJ]/g, '').length;
    if (known < length / 2) return `found nothing; ${length - known} of its ${length} residues are unknown`;
    const short = program === 'blastn' ? SHORT.dna : isDna ? 3 * SHORT.protein : SHORT.protein;
    if (length >= short) return undefined;
    const why = `found nothing; a query of ${length} residues scores too little for the E-value ${evalue}`;
    const better = { blastp: 'blastp-short', blastn: 'blastn-short' }[program as string];
    if (better === undefined || task === better) return `${why}: a larger one shows weaker matches`;
    return `${why} and the words of this search: the task ${better} with a larger E-value, such as 1000, is for such queries`;
  };
