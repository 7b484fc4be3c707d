import { type Token, type TokenType, tokTypes } from 'acorn';
import { BoundedParser } from './boundedParser.ts';

/** The result of reading the opening of a text as JavaScript. */
export type ScriptReading =
  /** Not JavaScript, with any continuation: it has a syntax error. */
  | 'no'
  /**
   * Valid but inconclusive: numbers, names and arrays are expressions too, so a table of numbers is a valid program.
   */
  | 'possible'
  /** Valid, with method calls. A table heading such as `T.max(C),T.min(C)` looks the same. */
  | 'calls'
  /** Valid, with effects. */
  | 'yes';

/** Keywords and operators that do not occur in tables, trees or configuration that happen to parse. */
const acting = new Set<TokenType>([
  ...[tokTypes._function, tokTypes._class, tokTypes._const, tokTypes._import, tokTypes._export, tokTypes.arrow],
  ...[tokTypes._if, tokTypes._for, tokTypes._while, tokTypes._do, tokTypes._switch, tokTypes._try, tokTypes._with],
]);
const runsAlone = /^(alert|eval|fetch|prompt|confirm|atob|Function|setTimeout|setInterval|importScripts|require)$/;
const browserObject = /^(document|globalThis|localStorage|sessionStorage|navigator)$/;

/**
 * Parses the opening of a text as JavaScript: unlike patterns, a parser is not deceived by white space, comments and
 * obfuscation. `complete` is false when the text goes on after the opening.
 */
export function readScript(opening: string, complete: boolean): ScriptReading {
  const module = tryParse(opening, complete, 'module');
  if (module !== 'no') return module;
  return tryParse(opening, complete, 'script');
}

function tryParse(text: string, complete: boolean, sourceType: 'module' | 'script'): ScriptReading {
  const evidence = new Evidence(text);
  try {
    BoundedParser.parse(text, {
      ecmaVersion: 'latest',
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowSuperOutsideMethod: true,
      onToken: (token) => evidence.add(token),
    });
  } catch (error) {
    // The parser's recursion limit is below the engine's. The result is undecided here, and later lines decide.
    if (error instanceof RangeError) return evidence.reading();
    if (!(error instanceof SyntaxError)) throw error;
    const { pos, raisedAt } = error as SyntaxError & { pos: number; raisedAt: number };
    const cutOff =
      !complete &&
      (raisedAt >= text.length - 1 || /^Unterminated (template|comment)/.test(error.message) || pos >= text.length - 1);
    if (!cutOff) return 'no';
  }
  return evidence.reading();
}

/** Inspects the tokens as they are read. No tokens are kept: a list of numbers has many. */
class Evidence {
  readonly #text: string;
  #acts = false;
  #callsMember = false;
  #calledResults = 0;
  /** The last two tokens, most recent first. */
  #before: Word[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  reading(): ScriptReading {
    if (this.#acts) return 'yes';
    return this.#callsMember ? 'calls' : 'possible';
  }

  add({ type, start, end }: Token): void {
    const word = { type, text: this.#text.slice(start, Math.min(end, start + 20)) };
    const [before, beforeThat] = this.#before;
    if (acting.has(type) || /^(['"])use strict\1$/.test(word.text)) this.#acts = true;
    if (type === tokTypes.dot && browserObject.test(before?.text ?? '')) this.#acts = true;
    if (type === tokTypes.eq && /^(location|onerror|onload)$/.test(before?.text ?? '')) this.#acts = true;
    // Prose may contain "let it"; only a program assigns to it.
    if (type === tokTypes.eq && /^(let|var)$/.test(beforeThat?.text ?? '')) this.#acts = true;
    if (type === tokTypes.parenL || type === tokTypes.backQuote) this.#call(before, beforeThat);
    this.#before = [word, ...this.#before.slice(0, 1)];
  }

  #call(callee: Word | undefined, before: Word | undefined): void {
    if (callee?.type === tokTypes.name) {
      if (runsAlone.test(callee.text) || before?.type === tokTypes._new) this.#acts = true;
      if (before?.type === tokTypes.dot || before?.type === tokTypes.questionDot) this.#callsMember = true;
    }
    // A result called at once: immediately invoked functions, and programs written only in brackets.
    if (callee?.type === tokTypes.parenR || callee?.type === tokTypes.bracketR) this.#calledResults++;
    if (this.#calledResults >= 3) this.#acts = true;
  }
}

interface Word {
  type: TokenType;
  text: string;
}
