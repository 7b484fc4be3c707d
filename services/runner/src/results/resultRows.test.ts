import { contract } from '@rotamer/tools/protein-properties/tool.ts';
import { expect, it } from 'vitest';
import { createResultRows } from './resultRows.ts';

it('keeps rows in the order of the fields of the contract, and other fields behind them', () => {
  const rows = createResultRows(contract);
  const add = (value: unknown) =>
    rows.add({ port: 'properties', place: { sourceInputIds: ['in1'] }, value } as Parameters<typeof rows.add>[0]);
  for (const value of [{ other: 1, length: 3, id: 'a' }, { id: 'b', length: 4 }, 'text', [2, 1]]) {
    expect(add(value)).toBeUndefined();
  }
  expect(rows.rows().inline!.map(({ value }) => JSON.stringify(value))).toEqual([
    '{"id":"a","length":3,"other":1}',
    '{"id":"b","length":4}',
    '"text"',
    '[2,1]',
  ]);
});
