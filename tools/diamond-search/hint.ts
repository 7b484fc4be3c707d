import type { Settings } from '../contract.ts';
import { shortestOf } from './tool.ts';

/** Residues from which a query finds what is like it at the usual E-values. */
const SURE = 30;

/** Why a query may have no hit although the database has its like. */
export const hintFor =
  ({ program, sensitivity, evalue, masking }: Settings, searched: Set<string>) =>
  ({ sequence }: { sequence: string }): string | undefined => {
    const known = sequence.replace(program === 'blastx' ? /[^ACGTU]/g : /[XBZJ]/g, '').length;
    if (known < sequence.length / 2)
      return `found nothing; ${sequence.length - known} of its ${sequence.length} residues are unknown`;
    const length = program === 'blastx' ? Math.floor(sequence.length / 3) : sequence.length;
    const shortest = shortestOf[sensitivity as string]!;
    const has = program === 'blastx' ? `a query of ${length} codons` : `a query of ${length} residues`;
    if (length < shortest)
      return `${has} is too short: DIAMOND needs ${shortest} with this sensitivity; blast-search with the task blastp-short finds such peptides`;
    if (searched.has(sequence) && masking !== 'none')
      return 'found nothing although the database has the same sequence: regions of low complexity are masked; see the setting masking';
    if (length < SURE)
      return `found nothing; ${has} scores too little for the E-value ${evalue}: a larger one shows weaker matches`;
    return undefined;
  };
