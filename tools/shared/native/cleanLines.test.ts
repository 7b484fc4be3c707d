import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLines } from './cleanLines.ts';

/** Returns the log of these chunks, each after this many milliseconds. A text stands for its bytes in UTF-8. */
function clean(chunks: (string | Uint8Array)[], everyMs = 0): string {
  let now = 0;
  let log = '';
  const cleaner = cleanLines(
    (text, isWhole) => {
      log += `${text}${isWhole ? '\n' : ''}`;
    },
    () => now,
  );
  for (const chunk of chunks) {
    now += everyMs;
    cleaner.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }
  cleaner.end();
  return log;
}

describe('lines of a log', () => {
  it('are the same for any split of the bytes into chunks', () => {
    const bytes = Buffer.from('α-helix\r\n2\t3\n\nlast é');
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        expect(clean(at.map((from, i) => bytes.subarray(from, at[i + 1])))).toBe('α-helix\n2\t3\n\nlast é\n');
      }),
    );
  });

  it('replace bytes that are not UTF-8, also at the end', () => {
    expect(clean([Buffer.from([0x41, 0xff, 0xfe, 0x0a, 0xc3])])).toBe('A\ufffd\ufffd\n\ufffd\n');
  });

  it('have no colours, titles, cursor movements and other control characters', () => {
    expect(clean(['\u001b[1;32mok\u001b[0m \u001b]0;title\u0007\u001b[2K\u001b(Bdone\u0000\u202e\n'])).toBe(
      'ok done\ufffd\ufffd\n',
    );
  });

  it('show a progress bar every 5 s, and as it was at its end', () => {
    const percent = Array.from({ length: 101 }, (_, i) => `\r${i} %`);
    expect(clean(percent, 0)).toBe('0 %\n100 %\n');
    expect(clean([...percent, ' done\n'], 100)).toBe('0 %\n50 %\n100 % done\n');
    expect(clean(['10 %\r', '100 %\r', '\n', 'next\n'])).toBe('10 %\n100 %\nnext\n');
  });

  it('apply backspaces', () => {
    expect(clean(['/\b-\b\\\b|\bready\n'])).toBe('ready\n');
  });

  it('are cut when they are too long, with a remark', () => {
    const log = clean(['x'.repeat(1_000_000), '\ny\n']);
    expect(log).toBe(`${'x'.repeat(4_000)} [996000 more characters left out]\ny\n`);
  });

  it('are written before their end when the program pauses, once', () => {
    const pieces: [string, boolean][] = [];
    const cleaner = cleanLines((text, isWhole) => pieces.push([text, isWhole]));
    cleaner.push(Buffer.from('***'));
    cleaner.flush();
    cleaner.flush();
    cleaner.push(Buffer.from('**\n'));
    cleaner.end();
    expect(pieces).toEqual([
      ['***', false],
      ['**', true],
    ]);
  });
});
