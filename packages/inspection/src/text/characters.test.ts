import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as characters from './characters.ts';

const { kindsIn, kindsOf, hasOnly, pairedBytes, ...kinds } = characters;
const latin1 = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('latin1'));

/** The character kinds as regular expressions. */
const rules: [kinds: number, rule: RegExp][] = [
  [kinds.LETTER, /^[A-Za-z]*$/],
  [kinds.DIGIT, /^\d*$/],
  [kinds.INK, /^[!-~]*$/],
  [kinds.LETTER | kinds.GAP | kinds.TILDE | kinds.BLANK | kinds.DIGIT, /^[A-Za-z*\-.~ \t\d]*$/],
  [kinds.BLANK | kinds.FEED, /^[ \t\n\v\f\r]*$/],
];

describe('the kinds of characters', () => {
  it.for(rules)('%i is %s', ([allowed, rule]) => {
    fc.assert(fc.property(latin1, (text) => hasOnly(kindsOf(text), allowed) === rule.test(text)));
    // Few random texts match a rule, so each single character is checked too.
    for (let code = 0; code < 256; code++) {
      const character = String.fromCharCode(code);
      expect(hasOnly(kindsOf(character), allowed), JSON.stringify(character)).toBe(rule.test(character));
    }
  });

  it('of a range are those of all its characters, at any position in memory', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), fc.nat(40), (bytes, start, length) => {
        const end = Math.min(start + length, bytes.length);
        const memory = pairedBytes(40);
        memory.bytes.set(bytes);
        expect(kindsIn(memory, start, end)).toBe(kindsOf(memory.bytes.toString('latin1', start, end)));
      }),
    );
  });
});
