import type { Problem } from '../contract.ts';

/** Keeps reports short however broken the input is. */
export const MAX_PROBLEMS = 50;
export const MAX_PROBLEMS_PER_INPUT = 10;

/** Problems found by a parser, which does not know the path of its text in the request. */
export class TextProblems {
  readonly messages: string[] = [];
  #unreported = 0;

  add(message: string): void {
    if (this.messages.length < MAX_PROBLEMS_PER_INPUT) this.messages.push(message);
    else this.#unreported++;
  }

  at(path: string): Problem[] {
    const problems = this.messages.map((message) => ({ path, message }));
    if (this.#unreported > 0) problems.push({ path, message: `and ${this.#unreported} more problems of this kind` });
    return problems;
  }
}

/** What the user wrote, shortened and with control characters made visible, safe to repeat in a message. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 80)];
  const shown = characters.slice(0, 40).map(visible).join('');
  return `'${shown}${characters.length > 40 ? '…' : ''}'`;
}

function visible(character: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
