import { type FormatName, formatNames, formats } from '@rotamer/formats/formats.ts';
import type { Accepted } from '../inspection.ts';
import { kindsOf } from './characters.ts';
import { namedFormats, textFormats } from './formats.ts';
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
    const named = formatNames.some((name) => isTextFormat(name) && hasExtension(name, extension));
    this.#fitting = textFormats
      .filter(({ needsName, format }) => !needsName || !named || hasExtension(format, extension))
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
      if (units) return { ...describe(found.format), units, proven: !found.needsName || found.format === 'SMILES' };
    }
    const byName = Object.keys(namedFormats) as FormatName[];
    const plain = byName.find((name) => hasExtension(name, this.#extension)) ?? 'TEXT';
    return { ...describe(plain), units: { [namedFormats[plain]!]: this.#lines }, proven: false };
  }
}

const isTextFormat = (name: FormatName): boolean => ['text', 'structure'].includes(formats[name].preview ?? 'text');

function hasExtension(name: FormatName, extension: string): boolean {
  const { extensions = [], sharedExtensions = [] } = formats[name];
  return extensions.includes(extension) || sharedExtensions.includes(extension);
}

/** Returns what the table of formats says about a file. */
function describe(format: FormatName): Pick<Accepted, 'format' | 'mimeType' | 'previewKind'> {
  const { contentType, preview = 'text' } = formats[format];
  return { format, mimeType: contentType, previewKind: preview };
}
