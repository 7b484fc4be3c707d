import type { FormatName } from '@rotamer/formats/formats.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

/**
 * Rows with the same number of cells, at least two; quoted cells may contain anything, including newlines (RFC 4180).
 */
function table(format: FormatName, delimiter: string): TextFormat {
  return {
    format,
    needsName: true,
    open() {
      let columns = 0;
      let cells = 1;
      let rows = 0;
      let quoted = false;
      let comment = false;
      const closeRow = (): boolean => {
        if (rows > 0 && columns === 0) columns = cells;
        return rows === 0 || (cells === columns && columns > 1);
      };
      return {
        line(text, continued, kinds) {
          if (!continued && !quoted) {
            if (isBlank(text, kinds)) return true;
            comment = text.startsWith('#');
            if (comment) return true;
            if (!closeRow()) return false;
            rows++;
            cells = 1;
          }
          if (comment) return true;
          for (let at = 0; at < text.length; at++) {
            if (text[at] === '"') quoted = !quoted;
            else if (text[at] === delimiter && !quoted) cells++;
          }
          return true;
        },
        end: () => (closeRow() && rows > 1 && !quoted ? { rows } : undefined),
      };
    },
  };
}

export const csv = table('CSV', ',');
/** Spreadsheets write it where the comma is the decimal separator. */
export const semicolonCsv = table('CSV', ';');
export const tsv = table('TSV', '\t');
