import type { Accepted, Units } from '../inspection.ts';
import { kindsOf } from './characters.ts';
import { namedFormats, plainText, textFormats } from './formats.ts';
import { type FormatReader, isBlank, type TextFormat } from './textFormat.ts';

export interface Choice extends Omit<Accepted, 'textual' | 'decoding'> {
  /** Matches the grammar of its format, which rules out anything else. */
  proven: boolean;
}

/** The byte order mark of UTF-8, read as Latin-1. */
const UTF8_MARK = /^\u00ef\u00bb\u00bf/;

interface Candidate {
  format: TextFormat;
  reader: FormatReader;
}

/** Reads a text as all formats at once and keeps those that still match. */
export class Candidates {
  /** Whether a format is still possible whose grammar no other text matches. */
  mayBeProven = true;
  #fitting: Candidate[];
  #extension: string;
  #lines = 0;
  #leadingBlanks = 0;

  constructor(extension: string) {
    this.#extension = extension;
    const named = [...textFormats, ...namedFormats].some(({ extensions }) => extensions.includes(extension));
    this.#fitting = textFormats
      .filter(({ needsName, extensions }) => !needsName || !named || extensions.includes(extension))
      .filter(({ format }) => format !== 'PQR' || extension === 'pqr')
      .map((format) => ({ format, reader: format.open() }));
  }

  add(line: string, continued: boolean, lineKinds: number): void {
    const text = this.#lines === 0 ? line.replace(UTF8_MARK, '') : line;
    const kinds = text === line ? lineKinds : kindsOf(text);
    if (isBlank(text, kinds)) {
      // Three empty lines may start a molfile; more of them start no format.
      if (!continued && this.#lines === 0 && ++this.#leadingBlanks > 3) return;
    } else if (!continued) this.#lines++;
    for (let i = 0; i < this.#fitting.length; ) {
      if (this.#fitting[i]!.reader.line(text, continued, kinds)) i++;
      else this.#drop(i);
    }
  }

  #drop(i: number): void {
    this.#fitting.splice(i, 1);
    this.mayBeProven = this.#fitting.some(({ format }) => !format.needsName);
  }

  /** Chooses by content first, then by name when the content is plain text. */
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
