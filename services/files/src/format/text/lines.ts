/** Longer lines come in pieces, so that a file of one line needs no more memory than others. */
export const MAX_PIECE = 32 * 1024;

/** `continued`: the piece goes on where the one before ended, in the same line. */
export type OnLine = (text: string, continued: boolean) => void;

/** Cuts a stream of text into lines of any platform. Where the chunks end never shows in the pieces. */
export class LineSplitter {
  readonly #onLine: OnLine;
  #rest = '';
  #continued = false;

  constructor(onLine: OnLine) {
    this.#onLine = onLine;
  }

  add(text: string): void {
    const all = this.#rest + text;
    let start = 0;
    // Searching for one character is several times as fast as matching.
    const unix = !all.includes('\r');
    for (let end = all.indexOf('\n'); unix && end !== -1; end = all.indexOf('\n', start)) {
      this.#line(all.slice(start, end));
      start = end + 1;
    }
    const lineEnd = /\r\n?|\n/g;
    lineEnd.lastIndex = start;
    for (let end = lineEnd.exec(all); end; end = lineEnd.exec(all)) {
      // The other half of this line end may come with the next chunk.
      if (end[0] === '\r' && lineEnd.lastIndex === all.length) break;
      this.#line(all.slice(start, end.index));
      start = lineEnd.lastIndex;
    }
    for (; all.length - start > MAX_PIECE + 1; start += MAX_PIECE) this.#piece(all.slice(start, start + MAX_PIECE));
    this.#rest = all.slice(start);
  }

  end(): void {
    const rest = this.#rest.replace(/\r$/, '');
    if (rest !== '') this.#line(rest);
  }

  #line(line: string): void {
    this.#piece(line.slice(0, MAX_PIECE));
    for (let at = MAX_PIECE; at < line.length; at += MAX_PIECE) this.#piece(line.slice(at, at + MAX_PIECE));
    this.#continued = false;
  }

  #piece(text: string): void {
    this.#onLine(text, this.#continued);
    this.#continued = true;
  }
}
