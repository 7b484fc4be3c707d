import { expect, it } from 'vitest';
import { parseAlignment } from './parseAlignment.ts';
import { writeAlignment } from './writeAlignment.ts';

const rows = [
  { name: 'first', sequence: `MK-V${'A'.repeat(70)}` },
  { name: 'the second', sequence: `M--V${'C'.repeat(70)}` },
];
const limits = { maxRecords: 10, maxColumns: 100 };

it.each(['clustal', 'stockholm'] as const)('%s is read again as it was, white space of names aside', (format) => {
  const { records, problems } = parseAlignment(
    writeAlignment(rows, format),
    format === 'clustal' ? 'CLUSTAL' : 'STOCKHOLM',
    limits,
  );
  expect(problems.messages).toEqual([]);
  expect(records.map(({ name, row }) => ({ name, sequence: row }))).toEqual([
    rows[0],
    { ...rows[1], name: 'the_second' },
  ]);
});

it('phylip says its size first, then a row on each line', () => {
  expect(writeAlignment(rows, 'phylip').split('\n')).toEqual([
    '2 74',
    `first ${rows[0]!.sequence}`,
    `the_second ${rows[1]!.sequence}`,
    '',
  ]);
});

it('names that would be the same get a number', () => {
  const twins = [
    { name: 'a b', sequence: 'MK' },
    { name: 'a_b', sequence: 'MV' },
  ];
  const names = writeAlignment(twins, 'phylip')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0]);
  expect(new Set(names).size).toBe(2);
});
