import type { Accepted, Units } from '../inspection.ts';
import { BLANK, FEED, hasOnly, OTHER } from './characters.ts';

/** A format that is recognised line by line while the file streams by. */
export interface TextFormat {
  format: string;
  mimeType: string;
  previewKind: Accepted['previewKind'];
  /** Lower case, without dots. */
  extensions: string[];
  /** Much that is not of this format reads like it too: the name must say so, or say nothing at all. */
  needsName?: true;
  open(): FormatReader;
}

export interface FormatReader {
  /**
   * False when this line cannot stand in a file of the format. Empty lines are lines too. `kinds` tells without reading
   * what the line is made of, and often enough for most lines.
   */
  line(text: string, continued: boolean, kinds: number): boolean;
  /** What was counted, or undefined when the whole was not of the format. */
  end(): Units | undefined;
}

/** Nothing but white space; Latin-1 has some beyond ASCII. */
export function isBlank(text: string, kinds: number): boolean {
  return hasOnly(kinds, BLANK | FEED | OTHER) && text.trim() === '';
}
