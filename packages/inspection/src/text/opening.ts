import { fromUtf8 } from './encoding.ts';

/** Enough to recognize a script by its grammar, and little enough for a small syntax tree. */
const OPENING_CHARACTERS = 32 * 1024;
const START_CHARACTERS = 1024;

/**
 * The beginning of a text without its preamble: white space of any kind and amount, byte order marks, and comments. These
 * are skipped as they stream.
 */
export class Opening {
  /** The first characters unchanged, except for white space before them. */
  start = '';
  /** The first characters after white space and comments. */
  text = '';
  /** Whether the content is longer than `text`. */
  cut = false;
  #state: 'before' | 'block' | 'line' | 'text' = 'before';
  #held = '';

  add(bytes: Buffer): void {
    if (this.cut) return;
    const chunk = bytes.toString('latin1');
    if (this.start.length < START_CHARACTERS) this.#keepStart(chunk);
    let rest: string | undefined = this.#held + chunk;
    this.#held = '';
    while (rest !== undefined && this.#state !== 'text') rest = this.#skip(rest);
    if (rest !== undefined) this.#keep(rest);
  }

  end(): void {
    if (this.#state === 'before') this.#keep(this.#held);
  }

  /** Decodes as UTF-8 the text that was read as Latin-1. */
  decode(): void {
    this.start = fromUtf8(this.start);
    this.text = fromUtf8(this.text);
  }

  /** Skips a part of the preamble. Returns the rest, or undefined when more input is needed. */
  #skip(text: string): string | undefined {
    if (this.#state === 'before') {
      const rest = text.replace(/^[^\x21-\x7e]+/, '');
      // Two characters distinguish a comment from anything else.
      if (rest.length < 2) return this.#wait(rest);
      if (rest.startsWith('/*')) this.#state = 'block';
      else if (/^(\/\/|#[\s#!])/.test(rest)) this.#state = 'line';
      else this.#state = 'text';
      return this.#state === 'block' ? rest.slice(2) : rest;
    }
    const end = this.#state === 'block' ? text.indexOf('*/') : text.search(/[\r\n]/);
    if (end === -1) return this.#wait(this.#state === 'block' && text.endsWith('*') ? '*' : '');
    const length = this.#state === 'block' ? 2 : 1;
    this.#state = 'before';
    return text.slice(end + length);
  }

  #wait(held: string): undefined {
    this.#held = held;
    return undefined;
  }

  #keepStart(chunk: string): void {
    const text = this.start === '' ? chunk.replace(/^[^\x21-\x7e]+/, '') : chunk;
    this.start += text.slice(0, START_CHARACTERS - this.start.length);
  }

  #keep(text: string): void {
    const room = OPENING_CHARACTERS - this.text.length;
    if (text.length > room) this.cut = true;
    if (room > 0) this.text += text.slice(0, room);
  }
}
