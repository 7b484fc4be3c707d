import type { Accepted, Units } from '../inspection.ts';

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
  /** False when this line cannot stand in a file of the format. Empty lines are lines too. */
  line(text: string, continued: boolean): boolean;
  /** What was counted, or undefined when the whole was not of the format. */
  end(): Units | undefined;
}

export function isBlank(text: string): boolean {
  return text === '' || text.trim() === '';
}
