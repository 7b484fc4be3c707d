import type { Accepted, Units } from '../inspection.ts';
import { namedFormats, plainText, textFormats } from './formats.ts';
import type { FormatReader, TextFormat } from './textFormat.ts';

export interface Choice extends Omit<Accepted, 'textual'> {
  /** Fits the grammar of its format, which leaves no room for something else. */
  proven: boolean;
}

/** Reads a text as every format at once and keeps those that still fit. */
export class Candidates {
  #fitting: { format: TextFormat; reader: FormatReader }[];
  #extension: string;
  #lines = 0;

  constructor(extension: string) {
    this.#extension = extension;
    const named = [...textFormats, ...namedFormats].some(({ extensions }) => extensions.includes(extension));
    this.#fitting = textFormats
      .filter(({ needsName, extensions }) => !needsName || !named || extensions.includes(extension))
      .filter(({ format }) => format !== 'PQR' || extension === 'pqr')
      .map((format) => ({ format, reader: format.open() }));
  }

  add(text: string, continued: boolean): void {
    if (!continued && text.trim() !== '') this.#lines++;
    if (this.#fitting.length > 0) this.#fitting = this.#fitting.filter(({ reader }) => reader.line(text, continued));
  }

  /** A format that only its own files fit is still possible. */
  mayBeProven(): boolean {
    return this.#fitting.some(({ format }) => !format.needsName);
  }

  /** By content first; by the name where the content is just text. */
  choose(): Choice {
    for (const { format: found, reader } of this.#fitting) {
      const units = reader.end();
      if (units) return { ...describe(found), units, proven: !found.needsName || found.format === 'SMILES' };
    }
    const plain = namedFormats.find(({ extensions }) => extensions.includes(this.#extension)) ?? plainText;
    return { ...describe(plain), units: { [plain.unit]: this.#lines } as Units, proven: false };
  }
}

function describe({ format, mimeType, previewKind }: Pick<Accepted, 'format' | 'mimeType' | 'previewKind'>) {
  return { format, mimeType, previewKind };
}
