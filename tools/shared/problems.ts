import type { Problem } from '../contract.ts';

/** Keeps reports short even when an input has thousands of problems. */
export const MAX_PROBLEMS = 50;
export const MAX_PROBLEMS_PER_INPUT = 10;

/** Maximum number of notes about an input that a reader keeps; a job writes no more (`notes.ts`). */
const MAX_NOTES_PER_INPUT = 1_000;

/**
 * Problems that a parser found, and notes about accepted text. The parser does not know the path of its text in the
 * request.
 */
export class TextProblems {
  readonly messages: string[] = [];
  readonly warnings: { of: string; line: number; warning: string }[] = [];
  readonly leftOut: { name: string; reason: string }[] = [];
  #unreported = 0;

  add(message: string): void {
    if (this.messages.length < MAX_PROBLEMS_PER_INPUT) this.messages.push(message);
    else this.#unreported++;
  }

  /** Adds a warning for the input's owner about the record `of`. */
  warn(of: string, line: number, warning: string): void {
    if (this.warnings.length < MAX_NOTES_PER_INPUT) this.warnings.push({ of, line, warning });
  }

  /** Notes a record that is not used. */
  leaveOut(name: string, reason: string): void {
    this.leftOut.push({ name, reason });
  }

  at(path: string): Problem[] {
    const problems = this.messages.map((message) => ({ path, message }));
    if (this.#unreported > 0) problems.push({ path, message: `and ${this.#unreported} more problems of this kind` });
    return problems;
  }
}

/** Returns a user's text for a message: shortened, and with control characters made visible. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 80)];
  const shown = characters.slice(0, 40).map(visible).join('');
  return `'${shown}${characters.length > 40 ? '…' : ''}'`;
}

function visible(character: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
