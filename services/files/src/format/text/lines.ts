/** Longer lines come in pieces, so that a file of one line needs no more memory than others. */
export const MAX_PIECE = 32 * 1024;

export interface LinePiece {
  text: string;
  /** The piece goes on where the one before ended, in the same line. */
  continued: boolean;
}

/** Cuts a stream of text into lines of any platform. Where the chunks end never shows in the pieces. */
export class LineSplitter {
  #rest = '';
  #continued = false;

  *add(text: string): Generator<LinePiece> {
    const all = this.#rest + text;
    const lineEnd = /\r\n?|\n/g;
    let start = 0;
    for (let end = lineEnd.exec(all); end; end = lineEnd.exec(all)) {
      // The other half of this line end may come with the next chunk.
      if (end[0] === '\r' && lineEnd.lastIndex === all.length) break;
      yield* this.#pieces(all.slice(start, end.index));
      this.#continued = false;
      start = lineEnd.lastIndex;
    }
    while (all.length - start > MAX_PIECE + 1) {
      yield this.#piece(all.slice(start, start + MAX_PIECE));
      start += MAX_PIECE;
    }
    this.#rest = all.slice(start);
  }

  *end(): Generator<LinePiece> {
    const rest = this.#rest.replace(/\r$/, '');
    if (rest !== '') yield* this.#pieces(rest);
  }

  *#pieces(line: string): Generator<LinePiece> {
    yield this.#piece(line.slice(0, MAX_PIECE));
    for (let at = MAX_PIECE; at < line.length; at += MAX_PIECE) yield this.#piece(line.slice(at, at + MAX_PIECE));
  }

  #piece(text: string): LinePiece {
    const piece = { text, continued: this.#continued };
    this.#continued = true;
    return piece;
  }
}
