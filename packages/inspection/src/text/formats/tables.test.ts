import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindsOf } from '../characters.ts';
import { csv } from './tables.ts';

function read(lines: string[]) {
  const reader = csv.open();
  return lines.every((line) => reader.line(line, false, kindsOf(line))) ? reader.end() : undefined;
}

const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', ' ', '\n', '\xe9'), maxLength: 8 });
const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

describe('CSV', () => {
  it('counts the rows that were written, with any content of quoted cells', () => {
    const rows = fc
      .integer({ min: 2, max: 4 })
      .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 2 }));
    fc.assert(
      fc.property(rows, (rows) => {
        expect(read(rows.map(quoted).join('\n').split('\n'))).toEqual({ rows: rows.length });
      }),
    );
  });

  it('is not recognized when a row has a different number of cells', () => {
    expect(read(['a,b', '1,"2,3"'])).toEqual({ rows: 2 });
    expect(read(['a,b', '1,2,3'])).toBeUndefined();
  });
});
