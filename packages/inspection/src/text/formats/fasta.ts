import { BLANK, DIGIT, GAP, hasOnly, LETTER, TILDE } from '../characters.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

/**
 * Records begin with `>` (or `;`, the older form); headers are free text, sequence lines consist of letters and gaps.
 */
export const fasta: TextFormat = {
  format: 'FASTA',
  mimeType: 'text/x-fasta',
  previewKind: 'text',
  extensions: ['fasta', 'fa', 'faa', 'fna', 'ffn', 'frn', 'afa', 'aln', 'a3m', 'a2m', 'fas', 'seq', 'pir'],
  open() {
    let records = 0;
    let residues = 0;
    let inHeader = false;
    return {
      line(text, continued, kinds) {
        if (continued && inHeader) return true;
        inHeader = !continued && text.startsWith('>');
        if (inHeader) records++;
        if (inHeader || isBlank(text, kinds)) return true;
        if (records === 0) return text.startsWith(';');
        if (!hasOnly(kinds, LETTER | GAP | TILDE | BLANK | DIGIT)) return false;
        residues += hasOnly(kinds, LETTER) ? text.length : text.replace(/[^A-Za-z]/g, '').length;
        return true;
      },
      end: () => (residues > 0 ? { records, residues } : undefined),
    };
  },
};
