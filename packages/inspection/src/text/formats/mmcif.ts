import type { FormatName } from '@rotamer/formats/formats.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

/** CIF syntax: `data_` first, then tags and loops; text between lines that begin with `;` is arbitrary. */
export const mmcif = cifLike('MMCIF', /^_[A-Za-z][\w-]*\.\S/);
/** Tags of the core CIF dictionary have no dots. */
export const cif = cifLike('CIF', /^_[A-Za-z]\w*(\s|$)/);

function cifLike(format: FormatName, tag: RegExp): TextFormat {
  return {
    format,
    open() {
      let blocks = 0;
      let atoms = 0;
      let tags = 0;
      let inText = false;
      return {
        line(text, continued, kinds) {
          if (continued) return blocks > 0;
          if (text.startsWith(';')) inText = blocks > 0 && !inText;
          if (inText || isBlank(text, kinds) || text.startsWith('#') || text.startsWith(';')) return true;
          if (/^data_\S/i.test(text)) blocks++;
          else if (tag.test(text)) tags++;
          else if (/^(ATOM|HETATM)\s+\d/.test(text)) atoms++;
          return blocks > 0 && !text.startsWith('<');
        },
        end: () => (blocks > 0 && tags > 0 ? { records: blocks, atoms } : undefined),
      };
    },
  };
}
