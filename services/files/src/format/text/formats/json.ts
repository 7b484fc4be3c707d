import type { TextFormat } from '../textFormat.ts';

/** Outside of strings JSON has these characters only: no call, no assignment, so no program. */
const OUTSIDE = /^[\s\d{}[\]:,.eE+\-truefalsn]*$/;

/**
 * The shape of JSON, not its grammar: strings are ended, brackets match in number, nothing else stands between them.
 * Several values in a file are JSON Lines.
 */
export const json: TextFormat = {
  format: 'JSON',
  mimeType: 'application/json',
  previewKind: 'text',
  extensions: ['json', 'jsonl', 'ndjson', 'geojson', 'ipynb'],
  open() {
    let depth = 0;
    let records = 0;
    let inString = false;
    let escaped = false;
    return {
      line(text, continued) {
        // Strings do not go on in the next line.
        if (inString && !continued) return false;
        let outside = '';
        for (const token of text.matchAll(/\\|"|[^"\\]+/g)) {
          const part = token[0];
          if (!inString && part !== '"') outside += part;
          else if (escaped) escaped = false;
          else if (part === '"') inString = !inString;
          else if (part === '\\') escaped = true;
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
