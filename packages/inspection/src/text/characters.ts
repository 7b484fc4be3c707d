// Character classes, one bit for each; every character belongs to exactly one.

export const LETTER = 1 << 0;
export const DIGIT = 1 << 1;
/** `*`, `.` and `-`: gaps and stops of sequences. */
export const GAP = 1 << 2;
/** Space and tab. */
export const BLANK = 1 << 3;
/** Other white space of ASCII. */
export const FEED = 1 << 4;
/** `<`, which starts markup. */
export const LESS = 1 << 5;
/** Three of them start a fenced block in Markdown. */
export const BACKTICK = 1 << 6;
export const TILDE = 1 << 7;
/** `"`. */
export const QUOTE = 1 << 8;
/** Other printable ASCII. */
export const MARK = 1 << 9;
/** Control characters that do not occur in text; end-of-file, escape (coloured logs) and backspace may. */
export const CONTROL = 1 << 10;
/** Everything beyond ASCII, and the exceptions of `CONTROL`. */
export const OTHER = 1 << 11;

/** Visible ASCII. */
export const INK = LETTER | DIGIT | GAP | LESS | BACKTICK | TILDE | QUOTE | MARK;

const forms: [kind: number, form: RegExp][] = [
  [LETTER, /[A-Za-z]/],
  [DIGIT, /\d/],
  [GAP, /[*.-]/],
  [BLANK, /[ \t]/],
  [FEED, /[\n\v\f\r]/],
  [LESS, /</],
  [BACKTICK, /`/],
  [TILDE, /~/],
  [QUOTE, /"/],
  [MARK, /[!-~]/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  [CONTROL, /[\x00-\x07\x0e-\x19\x1c-\x1f\x7f]/],
];

const kindOf = Uint16Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return forms.find(([, form]) => form.test(character))?.[0] ?? OTHER;
});

const kindsOfPair = Uint16Array.from({ length: 65_536 }, (_, pair) => kindOf[pair & 255]! | kindOf[pair >> 8]!);

/** A buffer whose characters can be classified two at a time. */
export interface PairedBytes {
  bytes: Buffer;
  /** The same memory; byte order does not matter. */
  pairs: Uint16Array;
}

/** Allocates a buffer for this many characters, an even number. */
export function pairedBytes(length: number): PairedBytes {
  const memory = new ArrayBuffer(length);
  return { bytes: Buffer.from(memory), pairs: new Uint16Array(memory) };
}

/** Returns the kinds of all characters in a range. */
export function kindsIn({ bytes, pairs }: PairedBytes, start: number, end: number): number {
  let kinds = start % 2 === 1 && start < end ? kindOf[bytes[start]!]! : 0;
  let pair = (start + 1) >> 1;
  const last = end >> 1;
  // Four pairs at a time: byte by byte takes more than twice as long (measured).
  for (; pair + 3 < last; pair += 4) {
    kinds |= kindsOfPair[pairs[pair]!]! | kindsOfPair[pairs[pair + 1]!]!;
    kinds |= kindsOfPair[pairs[pair + 2]!]! | kindsOfPair[pairs[pair + 3]!]!;
  }
  for (let at = pair * 2; at < end; at++) kinds |= kindOf[bytes[at]!]!;
  return kinds;
}

/** Returns the kinds of all characters of a text in Latin-1. */
export function kindsOf(latin1: string): number {
  let kinds = 0;
  for (let at = 0; at < latin1.length; at++) kinds |= kindOf[latin1.charCodeAt(at)]!;
  return kinds;
}

/** Returns whether `kinds` has only allowed kinds. */
export function hasOnly(kinds: number, allowed: number): boolean {
  return (kinds & ~allowed) === 0;
}
