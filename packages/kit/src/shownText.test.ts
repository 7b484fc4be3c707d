import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownLine, shownText } from './shownText.ts';

describe('shown text', () => {
  it('loses control sequences of terminals, and keeps the rest', () => {
    expect(shownText('a\u001b]52;c;ZXZpbA==\u0007b')).toBe('a\ufffd]52;c;ZXZpbA==\ufffdb');
    expect(shownText('\u009b2J\u0000\u007f\r')).toBe('\ufffd2J\ufffd\ufffd\ufffd');
    expect(shownText('safe\u202egpj.exe\u2066')).toBe('safe\ufffdgpj.exe\ufffd');
    expect(shownText('β-Lactamase 日本 🧬 é\tone\r\ntwo\n')).toBe('β-Lactamase 日本 🧬 é\tone\ntwo\n');
    expect(shownLine('one\r\ntwo\tthree')).toBe('one two three');
  });

  it('is truncated without splitting a character', () => {
    expect(shownText('ab🧬', 3)).toBe('ab\ufffd');
    expect(shownText('x'.repeat(10), 4)).toBe('xxxx');
  });

  it('has no control characters, and does not change when it is shown again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = shownText(text);
        expect(shown.replaceAll(/[\t\n]/g, '')).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
        expect(shownText(shown)).toBe(shown);
        expect(shownLine(text)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
