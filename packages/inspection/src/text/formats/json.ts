import type { TextFormat } from '../textFormat.ts';

/** Outside of strings JSON has only these characters: no calls and no assignments, so it cannot be a program. */
const OUTSIDE = /^[\s\d{}[\]:,.eE+\-truefalsn]*$/;

/**
 * Checks the structure of JSON, not its grammar: strings are terminated, brackets balance, nothing else is in between.
 * Several values in a file are JSON Lines.
 */
export const json: TextFormat = {
  format: 'JSON',
  open() {
    let depth = 0;
    let records = 0;
    let inString = false;
    let escaped = false;
    const stringMark = /["\\]/g;
    return {
      line(text, continued) {
        // Strings do not continue on the next line.
        if (inString && !continued) return false;
        let outside = '';
        for (let at = 0; at < text.length; ) {
          if (escaped) {
            escaped = false;
            at++;
          } else if (inString) {
            // To the end of the string or to the next escape.
            stringMark.lastIndex = at;
            const mark = stringMark.exec(text);
            escaped = mark?.[0] === '\\';
            inString = escaped || mark === null;
            at = mark ? mark.index + 1 : text.length;
          } else {
            const quote = text.indexOf('"', at);
            inString = quote !== -1;
            outside += text.slice(at, inString ? quote : undefined);
            at = inString ? quote + 1 : text.length;
          }
        }
        if (!OUTSIDE.test(outside)) return false;
        for (const bracket of outside.replace(/[^{}[\]]+/g, '')) {
          if (depth === 0 && '{['.includes(bracket)) records++;
          depth += '{['.includes(bracket) ? 1 : -1;
          if (depth < 0) return false;
        }
        return records > 0 || outside.trim() === '';
      },
      end: () => (records > 0 && depth === 0 && !inString ? { records } : undefined),
    };
  },
};
