/**
 * A value or keyword of a CIF file. A token with `isQuoted` is always a value, and never a keyword or the `.` or `?` of
 * a missing value.
 */
export interface CifToken {
  text: string;
  isQuoted: boolean;
  /** 1-based. */
  line: number;
}

/** Whether a token has a value: `.` stands for "not applicable" and `?` for "unknown". */
export const isValue = ({ text, isQuoted }: CifToken): boolean => isQuoted || (text !== '.' && text !== '?');

export class CifError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Maximum number of lines of a text block that are kept. Titles and names are short, and sequences are not needed. */
const MAX_BLOCK_LINES = 200;

/**
 * Yields the tokens of CIF 1.1 (Hall, Allen, Brown, Acta Cryst. A47:655-685, 1991). It reads words, quoted words (which
 * end at a quote before white space), text between lines that begin with `;`, and `#` comments.
 *
 * @throws CifError at a quote or a text block without an end.
 */
export function* cifTokens(lines: Iterable<string>): Generator<CifToken> {
  let number = 0;
  let block: { text: string[]; line: number } | undefined;
  for (const line of lines) {
    number++;
    if (block) {
      if (!line.startsWith(';')) {
        if (block.text.length < MAX_BLOCK_LINES) block.text.push(line);
        continue;
      }
      yield { text: block.text.join(' '), isQuoted: true, line: block.line };
      block = undefined;
      yield* tokensOfLine(line, 1, number);
    } else if (line.startsWith(';')) block = { text: [line.slice(1)], line: number };
    else yield* tokensOfLine(line, 0, number);
  }
  if (block) throw new CifError(block.line, "the text that begins with ';' does not end");
}

const SPACE = 32;

function* tokensOfLine(line: string, from: number, number: number): Generator<CifToken> {
  let at = from;
  for (;;) {
    while (at < line.length && line.charCodeAt(at) <= SPACE) at++;
    if (at === line.length || line[at] === '#') return;
    const first = line[at]!;
    if (first === "'" || first === '"') {
      const end = closingQuote(line, first, at + 1);
      if (end === -1) throw new CifError(number, `the quote ${first} does not end`);
      yield { text: line.slice(at + 1, end), isQuoted: true, line: number };
      at = end + 1;
    } else {
      const start = at;
      while (at < line.length && line.charCodeAt(at) > SPACE) at++;
      yield { text: line.slice(start, at), isQuoted: false, line: number };
    }
  }
}

function closingQuote(line: string, quote: string, from: number): number {
  for (let at = line.indexOf(quote, from); at !== -1; at = line.indexOf(quote, at + 1))
    if (at + 1 === line.length || line.charCodeAt(at + 1) <= SPACE) return at;
  return -1;
}
