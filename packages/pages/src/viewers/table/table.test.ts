import { describe, expect, it } from 'vitest';
import { conditionOf } from './filterRows.ts';
import { linesOf } from './readRows.ts';
import { sortedOrder } from './sortRows.ts';
import { csvLines } from './tableCsv.ts';

describe('the order of rows', () => {
  it.each([
    ['numbers', [3, 1, 2], false, [1, 2, 0]],
    ['numbers downwards, equal ones in their order', [3, 1, 3], true, [0, 2, 1]],
    ['texts with numbers in them', ['chain 10', 'chain 9', 'Chain 9'], false, [1, 2, 0]],
    ['texts and numbers together', ['b', 2, 'a'], false, [1, 2, 0]],
  ])('sorts %s', (_, values, descending, order) => {
    expect([...sortedOrder(values, descending)]).toEqual(order);
  });

  it('puts missing values last in both directions', () => {
    const values = [null, 2, undefined, 1];
    expect([...sortedOrder(values, false)]).toEqual([3, 1, 0, 2]);
    expect([...sortedOrder(values, true)]).toEqual([1, 3, 0, 2]);
  });

  it('sorts 100,000 rows within a second', () => {
    const values = Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_003);
    const start = performance.now();
    const order = sortedOrder(values, false);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect([values[order[0]!], values[order[99_999]!]]).toEqual([0, Math.max(...values)]);
  });
});

describe('a filter', () => {
  it.each([
    ['lys', 'LYS-12', true],
    ['=lys', 'LYS', true],
    ['=lys', 'LYS-12', false],
    ['>5', 5.1, true],
    ['>= 5', 5, true],
    ['≤0.05', 0.06, false],
    ['1..3', 2, true],
    ['1..3', 4, false],
    ['>5', 'six', false],
    ['>x', 'a >x b', true],
    ['<1e-10', 3e-12, true],
  ])('%s on %j passes: %s', (typed, value, passes) => {
    expect(conditionOf(typed)!(value, String(value))).toBe(passes);
  });

  it('is none for an empty text', () => {
    expect(conditionOf('  ')).toBeUndefined();
  });
});

it('writes CSV with all digits, nothing for missing values, and lists as JSON', () => {
  const rows = [
    { id: 'a,"b', score: 0.1 + 0.2, tags: ['x'] },
    { id: '=1', score: null },
  ];
  expect([...csvLines(['id', 'score', 'tags'], rows)]).toEqual([
    '"id","score","tags"\r\n',
    '"a,""b",0.30000000000000004,"[""x""]"\r\n',
    `"'=1",,\r\n`,
  ]);
});

it('reads lines that arrive in pieces, also in the middle of a letter', async () => {
  const bytes = new TextEncoder().encode('{"a":"Å"}\n\n{"b":1}');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of [bytes.slice(0, 7), bytes.slice(7, 11), bytes.slice(11)]) controller.enqueue(piece);
      controller.close();
    },
  });
  const lines: string[] = [];
  for await (const line of linesOf(stream)) lines.push(line);
  expect(lines).toEqual(['{"a":"Å"}', '{"b":1}']);
});
