import type { FormatName } from '@rotamer/formats/formats.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

/** Three header lines, then the counts line (BIOVIA CTfile formats). A file with `$$$$` is an SDF. */
function molfile(format: FormatName, many: boolean): TextFormat {
  return {
    format,
    open() {
      let molecules = 0;
      let row = 0;
      let ended = 0;
      let pending = false;
      return {
        line(text, continued, kinds) {
          if (continued) return row > 4;
          if (text.startsWith('$$$$')) {
            ended++;
            row = 0;
            pending = false;
            return many;
          }
          row++;
          if (!isBlank(text, kinds)) pending = true;
          if (row !== 4) return true;
          if (!pending) row--;
          else molecules++;
          // Empty lines may follow the last record, but not precede the first.
          // A bad record after a good one is accepted here: tools report it with its line.
          return pending ? molecules > 1 || isCountsLine(text) : ended > 0;
        },
        end() {
          if (molecules === 0 || (many && ended === 0) || (pending && row < 4)) return undefined;
          return { molecules };
        },
      };
    },
  };
}

function isCountsLine(text: string): boolean {
  return /V[23]000\s*$/.test(text) || /^ *\d+ +\d+$/.test(text.slice(0, 6)) || /^[ \d]{6}$/.test(text.slice(0, 6));
}

export const sdf = molfile('SDF', true);
export const mol = molfile('MOL', false);
