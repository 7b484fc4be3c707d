import { randomInt } from 'node:crypto';

/** Consonants that are not mistaken for each other, so that no code is a word (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

const LENGTH = 8;

/** Returns a new code, such as `WDJBMJHT`: one of 20^8, or 2.6e10. */
export function makeUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}

/** Returns a code as people see it: `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Returns the code in a text that a person typed, in any case and with any separators; undefined for any other text. */
export function readUserCode(text: string): string | undefined {
  const code = text
    .slice(0, 40)
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}
