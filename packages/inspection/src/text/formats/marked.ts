import type { FormatName } from '@rotamer/formats/formats.ts';
import type { Units } from '../../inspection.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

/** Formats identified by their first line; the rest is only counted. */
interface Mark {
  first: RegExp;
  /** Lines before the first one that are skipped. */
  comment?: RegExp;
  counts: RegExp;
  unit: keyof Units;
}

function marked(format: FormatName, { first, comment, counts, unit }: Mark): TextFormat {
  return {
    format,
    open() {
      let begun = false;
      let count = 0;
      return {
        line(text, continued, kinds) {
          if (continued) return begun;
          if (!begun && (isBlank(text, kinds) || comment?.test(text))) return true;
          if (!begun && !first.test(text)) return false;
          begun = true;
          if (counts.test(text)) count++;
          return true;
        },
        end: () => (count > 0 ? { [unit]: count } : undefined),
      };
    },
  };
}

export const mol2 = marked('MOL2', {
  first: /^@<TRIPOS>/,
  comment: /^#/,
  counts: /^@<TRIPOS>MOLECULE/,
  unit: 'molecules',
});

export const genbank = marked('GENBANK', {
  first: /^LOCUS {2,}\S+ +\d+ (bp|aa|rc)/,
  counts: /^LOCUS {2,}/,
  unit: 'records',
});

/** EMBL and Swiss-Prot share their line codes. */
export const embl = marked('EMBL', { first: /^ID {3}\S.*(BP|AA|SV \d)/, counts: /^ID {3}/, unit: 'records' });

export const hmm = marked('HMM', { first: /^HMMER[23][\w/.]*\s/, counts: /^HMMER[23]/, unit: 'records' });

export const nexus = marked('NEXUS', { first: /^#NEXUS\b/i, counts: /^\s*begin\s+\w+\s*;/i, unit: 'records' });

export const msf = marked('MSF', {
  first: /^(!!(AA|NA)_MULTIPLE_ALIGNMENT|PileUp\b)/,
  counts: /^ *Name: +\S/,
  unit: 'records',
});

export const vcf = marked('VCF', { first: /^##fileformat=VCF/, counts: /^[^#\s]+\t\d+\t/, unit: 'rows' });

export const gff = marked('GFF', {
  first: /^##gff-version/,
  counts: /^[^#\s][^\t]*\t[^\t]*\t[^\t]+\t\d+\t/,
  unit: 'rows',
});
