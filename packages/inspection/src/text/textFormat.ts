import type { FormatName } from '@rotamer/formats/formats.ts';
import type { Units } from '../inspection.ts';
import { BLANK, FEED, hasOnly, OTHER } from './characters.ts';

/** A format that is recognized line by line as the file streams. */
export interface TextFormat {
  format: FormatName;
  /** Set when other text matches this format too: the file must have its extension, or an unknown one. */
  needsName?: true;
  open(): FormatReader;
}

export interface FormatReader {
  /**
   * Returns false when this line cannot occur in a file of the format. Empty lines count as lines. `kinds` is the set of
   * character kinds of the line, which is sufficient to classify most lines.
   */
  line(text: string, continued: boolean, kinds: number): boolean;
  /** Returns the counted units, or undefined when the whole content is not of the format. */
  end(): Units | undefined;
}

/** Returns whether the text has only white space, including that of Latin-1. */
export function isBlank(text: string, kinds: number): boolean {
  return hasOnly(kinds, BLANK | FEED | OTHER) && text.trim() === '';
}
