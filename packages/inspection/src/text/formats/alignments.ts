import type { FormatName } from '@rotamer/formats/formats.ts';
import { isBlank, type TextFormat } from '../textFormat.ts';

/** Names are kept to count each sequence once; further names are not counted. */
const MAX_NAMES = 50_000;

/** Blocks of `name residues`; the first line identifies Clustal and Stockholm. */
function blocks(format: FormatName, first: RegExp, row: RegExp, other: RegExp): TextFormat {
  return {
    format,
    open() {
      const names = new Set<string>();
      let begun = false;
      let residues = 0;
      let inRow = false;
      return {
        line(text, continued, kinds) {
          if (continued && inRow) residues += text.replace(/[^A-Za-z]/g, '').length;
          if (continued) return begun;
          if (!begun) {
            begun = first.test(text);
            return begun || isBlank(text, kinds);
          }
          const [, name, sequence] = row.exec(text) ?? [];
          inRow = sequence !== undefined;
          if (name === undefined || sequence === undefined) return isBlank(text, kinds) || other.test(text);
          if (names.size < MAX_NAMES) names.add(name.slice(0, 64));
          residues += sequence.replace(/[^A-Za-z]/g, '').length;
          return true;
        },
        end: () => (names.size > 0 ? { records: names.size, residues } : undefined),
      };
    },
  };
}

export const clustal = blocks(
  'CLUSTAL',
  /^(CLUSTAL|MUSCLE|PROBCONS|MSAPROBS|Kalign)\b/i,
  /^(\S+)\s+([A-Za-z*.~-]+)(?:\s+\d+)?\s*$/,
  /^\s[\s*:.]*$/,
);

export const stockholm = blocks(
  'STOCKHOLM',
  /^# STOCKHOLM 1\./,
  /^([^#\s/]\S*)\s+([A-Za-z*.~-]+)\s*$/,
  /^(#|\/\/\s*$)/,
);

/** The first line says how many sequences of how many columns follow. */
export const phylip: TextFormat = {
  format: 'PHYLIP',
  open() {
    let promised = 0;
    let columns = 0;
    let rows = 0;
    let characters = 0;
    return {
      line(text, continued, kinds) {
        if (isBlank(text, kinds)) return true;
        if (promised === 0) {
          const [, sequences, sites] = /^\s*(\d{1,9})\s+(\d{1,9})\s*$/.exec(text) ?? [];
          promised = Number(sequences ?? 0);
          columns = Number(sites ?? 0);
          return promised > 0 && columns > 0;
        }
        if (!continued) rows++;
        characters += text.replace(/\s+/g, '').length;
        return continued || (rows > promised ? /^[A-Za-z?*.\s-]+$/ : /^[^\s<].*[A-Za-z?*.-]\s*$/).test(text);
      },
      end() {
        if (promised === 0 || rows < promised || characters < promised * columns) return undefined;
        return { records: promised, residues: promised * columns };
      },
    };
  },
};
