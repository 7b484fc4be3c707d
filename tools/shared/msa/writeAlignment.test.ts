import { describe, expect, it } from 'vitest';
import { nameApart } from '../uniqueNames.ts';
import { clustalMarks } from './clustalMarks.ts';
import { parseAlignment } from './parseAlignment.ts';
import { type OtherAlignmentFormat, otherAlignmentFormats, writeAlignment } from './writeAlignment.ts';

const rows = [
  { name: 'first', sequence: `MK-V${'A'.repeat(70)}` },
  { name: 'the second', sequence: `M--V${'C'.repeat(70)}` },
];
const limits = { maxRecords: 10, maxColumns: 100 };

it.each(['clustal', 'stockholm'] as const)('%s is read back unchanged, except for white space in names', (format) => {
  const { records, problems } = parseAlignment(
    writeAlignment(rows, format, true),
    format === 'clustal' ? 'CLUSTAL' : 'STOCKHOLM',
    limits,
  );
  expect(problems.messages).toEqual([]);
  expect(records.map(({ name, row }) => ({ name, sequence: row }))).toEqual([
    rows[0],
    { ...rows[1], name: 'the_second' },
  ]);
});

it('phylip begins with its size, then has one row per line', () => {
  expect(writeAlignment(rows, 'phylip', true).split('\n')).toEqual([
    '2 74',
    `first ${rows[0]!.sequence}`,
    `the_second ${rows[1]!.sequence}`,
    '',
  ]);
});

it('names that would become equal get a number', () => {
  const twins = [
    { name: 'a b', sequence: 'MK' },
    { name: 'a_b', sequence: 'MV' },
  ];
  const names = writeAlignment(twins, 'phylip', true)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0]);
  expect(new Set(names).size).toBe(2);
});

describe('each format', () => {
  const named = [
    { name: 'sp|P1|A', description: 'the first one', sequence: '--MKVWSTN' },
    { name: 'Homo sapiens 1', sequence: 'AAMRV-SSH' },
    { name: 'Homo sapiens 2', sequence: 'AAMKIWSAY' },
  ];
  const written = Object.keys(otherAlignmentFormats).map((format) => [format]) as [OtherAlignmentFormat][];

  it.each(written)('%s is written as it was', (format) => {
    expect(writeAlignment(named, format, true)).toMatchSnapshot();
  });

  it.each([
    ['clustal', 'CLUSTAL'],
    ['stockholm', 'STOCKHOLM'],
    ['phylip', 'PHYLIP'],
    ['nexus', 'NEXUS'],
    ['msf', 'MSF'],
    ['a3m', 'A3M'],
    ['vienna', 'AFA'],
  ] as const)('%s is read again with its names and rows', (format, read) => {
    const { records, problems } = parseAlignment(writeAlignment(named, format, true), read, limits);
    expect(problems.messages).toEqual([]);
    const { records: apart } = nameApart(records);
    const spaced = apart.map(({ name }) => name.replaceAll('_', ' '));
    expect(spaced).toEqual(named.map(({ name }) => name));
    expect(records.map(({ row }) => row)).toEqual(named.map(({ sequence }) => sequence));
  });
});

it('case L14: marks conservation as Clustal Omega does', () => {
  // Columns: identical, strong group, weak group, no group, a gap, an X. The last two get no mark.
  expect(clustalMarks(['MSCWX-', 'MTSGXA', 'MAASXA'], true)).toBe('*:.   ');
  // The line that clustalo 1.2.4 writes below these rows.
  expect(clustalMarks(['ACDEFGHIK', 'ACDEYGHLR', 'ACNEWGPVR'], true)).toBe('**:*:* ::');
  expect(clustalMarks(['ACGU', 'ACGT', 'AGGT'], false)).toBe('* **');
});
