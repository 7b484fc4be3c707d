import { BLANK, DIGIT, GAP, hasOnly, LETTER, TILDE } from '../characters.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

/** Returns whether a line is a comment: `;` as in Pearson's programs, or `#` as people write it. `#!` begins a script. */
const isComment = (line: string) => line.startsWith(';') || (line.startsWith('#') && !line.startsWith('#!'));

/** Records begin with `>`; headers and comments are free text, sequence lines consist of letters and gaps. */
export const fasta: TextFormat = {
  format: 'FASTA',
  open() {
    let records = 0;
    let residues = 0;
    let isFree = false;
    return {
      line(text, continued, kinds) {
        if (continued && isFree) return true;
        const isHeader = !continued && text.startsWith('>');
        isFree = isHeader || (!continued && isComment(text));
        if (isHeader) records++;
        if (isFree || isBlank(text, kinds)) return true;
        if (records === 0) return false;
        if (!hasOnly(kinds, LETTER | GAP | TILDE | BLANK | DIGIT)) return false;
        residues += hasOnly(kinds, LETTER) ? text.length : text.replace(/[^A-Za-z]/g, '').length;
        return true;
      },
      end: () => (residues > 0 ? { records, residues } : undefined),
    };
  },
};
