import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBacklog, type LogPart } from './backlog.ts';

function takeAll(backlog: ReturnType<typeof createBacklog>, maxBytes = 16_384): LogPart[] {
  const parts: LogPart[] = [];
  for (let part = backlog.take(maxBytes); part; part = backlog.take(maxBytes)) parts.push(part);
  return parts;
}

it('gives back what was added, in parts of bounded size that follow each other', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 3_000 })), (texts) => {
      const backlog = createBacklog();
      for (const text of texts) backlog.add(text);
      const parts = takeAll(backlog);
      expect(parts.map(({ text }) => text).join('')).toBe(texts.join(''));
      let at = 0;
      for (const { startsAt, text } of parts) {
        expect([startsAt, Buffer.byteLength(text) <= 16_384]).toEqual([at, true]);
        at += Buffer.byteLength(text);
      }
      expect(backlog.isEmpty()).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it('keeps the beginning and the end of a flood, and says where they were', () => {
  const backlog = createBacklog();
  for (let i = 0; i < 200_000; i++) backlog.add(`line ${String(i).padStart(10)}\n`);
  const parts = takeAll(backlog, 131_072);
  expect(parts[0]!.startsAt).toBe(0);
  expect(parts[0]!.text.startsWith('line          0\n')).toBe(true);
  expect(parts.at(-1)!.text.endsWith('line     199999\n')).toBe(true);
  const bytes = parts.reduce((sum, { text }) => sum + text.length, 0);
  expect(bytes).toBeLessThanOrEqual(576 * 1024);
  expect(
    parts.filter(({ startsAt }, i) => i > 0 && startsAt > parts[i - 1]!.startsAt + parts[i - 1]!.text.length),
  ).toHaveLength(1);
  for (const { startsAt, text } of parts) expect(startsAt % 16 === 0 && text.startsWith('line')).toBe(true);
});
