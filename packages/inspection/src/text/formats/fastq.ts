import { hasOnly, INK, LETTER } from '../characters.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

const ROWS = [/^@/, /^[A-Za-z.*-]*\s*$/, /^\+/, /^[!-~]*\s*$/];

/** Four lines per read: `@name`, bases, `+`, and as many quality characters as bases (Cock et al. 2010). */
export const fastq: TextFormat = {
  format: 'FASTQ',
  open() {
    let records = 0;
    let residues = 0;
    let row = -1;
    let lengths = [0, 0, 0, 0];
    return {
      line(text, continued, kinds) {
        if (!continued) {
          if (row === 3 && lengths[1] !== lengths[3]) return false;
          if (isBlank(text, kinds) && (row === 3 || row === -1)) return true;
          if (row === 3) row = -1;
          row++;
          if (row === 0) lengths = [0, 0, 0, 0];
        }
        const { length } = hasOnly(kinds, INK) ? text : text.trimEnd();
        lengths[row]! += length;
        if (row === 0 && !continued) records++;
        if (row === 1) residues += length;
        if (continued && row !== 1 && row !== 3) return true;
        return (row === 1 && hasOnly(kinds, LETTER)) || (row === 3 && hasOnly(kinds, INK)) || ROWS[row]!.test(text);
      },
      end: () => (row === 3 && lengths[1] === lengths[3] && residues > 0 ? { records, residues } : undefined),
    };
  },
};
