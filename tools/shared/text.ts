/**
 * Functions that scan users' texts. All of them take time in proportion to the length of the text, for any content. A
 * pattern such as `\s*(.*)$` does not: before a U+2028, which `.` does not match, it tries every way to share the
 * spaces.
 */

/** More non-empty lines than the largest request can hold. */
const MAX_LINES = 2_000_000;

/**
 * Yields the lines of a text from any platform, without a leading byte order mark and without the U+001A with which DOS
 * ends a file.
 */
export function* linesOf(whole: string): Generator<string> {
  const end = whole.lastIndexOf('\u001A');
  const text =
    end !== -1 && end >= whole.length - 3 && whole.slice(end + 1).trim() === '' ? whole.slice(0, end) : whole;
  const lineEnd = /\r\n?|\n/g;
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let end = lineEnd.exec(text); end; end = lineEnd.exec(text)) {
    yield text.slice(start, end.index);
    start = lineEnd.lastIndex;
  }
  yield text.slice(start);
}

/** Returns why a text must not be parsed, naming the line and the limit; undefined when it may be parsed. */
export function unfitText(text: string, { maxLineLength }: { maxLineLength: number }): string | undefined {
  let lineNumber = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    if (lineNumber > MAX_LINES) return `line ${lineNumber}: the content has more than ${MAX_LINES} lines`;
    if (line.length > maxLineLength)
      return `line ${lineNumber}: the line has ${line.length} characters, the limit is ${maxLineLength}`;
    if (line.includes('\0'))
      return `line ${lineNumber}: contains a NUL character; ${isUtf16(text) ? 'the content seems to be UTF-16: save it as UTF-8' : 'the content is not text'}`;
  }
  return undefined;
}

/** Whether a text is UTF-16 that was read as UTF-8: every second character of Latin text is then NUL. */
const isUtf16 = (text: string) => /[^\0]\0[^\0]\0[^\0]\0|\0[^\0]\0[^\0]\0[^\0]/.test(text.slice(0, 100));

/** Returns the first word of a line, and the trimmed rest. */
export function firstWord(line: string): { word: string; rest: string } {
  const text = line.trim();
  const end = text.search(/\s/);
  return end === -1 ? { word: text, rest: '' } : { word: text.slice(0, end), rest: text.slice(end).trim() };
}

/** Returns a text with a space for each run of control characters: they break tables, and terminals act on them. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
