import { expect, it } from 'vitest';
import { compareRows } from './compareRows.ts';

it('matches rows by the field that names each once, and keeps only what differs', () => {
  const first = [
    { id: 'a', length: 3, charge: 1.5 },
    { id: 'b', length: 4, charge: 2 },
    { id: 'c', length: 5, charge: 0 },
  ];
  const second = [
    { id: 'b', length: 4, charge: 2.5 },
    { id: 'a', length: 3, charge: 1.5 },
  ];
  expect(compareRows('properties', [first, second])).toEqual({
    ...{ portId: 'properties', key: 'id', fields: ['length', 'charge'], same: 1 },
    records: [
      { name: 'b', values: [first[1], second[0]] },
      { name: 'c', values: [first[2], undefined] },
    ],
  });
});

it('does not name rows by a field that holds objects', () => {
  const rows = [{ structure: { file: 'a' } }, { structure: { file: 'b' } }];
  const { key, same, records } = compareRows('poses', [rows, structuredClone(rows)]);
  expect([key, same, records]).toEqual(['', 2, []]);
});

it('matches rows by their number where no field names each once', () => {
  const { key, records, fields } = compareRows('hits', [
    [
      { name: 'a', score: 1 },
      { name: 'a', score: 2 },
    ],
    [
      { name: 'a', score: 1 },
      { name: 'a', score: 3 },
    ],
  ]);
  expect([key, fields, records.map(({ name }) => name)]).toEqual(['', ['score'], ['row 2']]);
});
