import { isBlank, type TextFormat } from '../textFormat.ts';

/** Four lines a read: `@name`, bases, `+`, and as many quality characters as bases (Cock et al. 2010). */
export const fastq: TextFormat = {
  format: 'FASTQ',
  mimeType: 'text/x-fastq',
  previewKind: 'text',
  extensions: ['fastq', 'fq'],
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
        lengths[row]! += text.trimEnd().length;
        if (row === 0 && !continued) records++;
        if (row === 1) residues += text.trimEnd().length;
        if (continued && row !== 1 && row !== 3) return true;
        return [/^@/, /^[A-Za-z.*-]*\s*$/, /^\+/, /^[!-~]*\s*$/][row]!.test(text);
      },
      end: () => (row === 3 && lengths[1] === lengths[3] && residues > 0 ? { records, residues } : undefined),
    };
  },
};
