import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowsForm } from '../../command.ts';
import { fitsPattern } from './collectOutputs.ts';
import { restoreIds, restoreInRow } from './restoreIds.ts';
import { progressOf } from './runConfigured.ts';
import { tableRows } from './tableRows.ts';

const form = (format: RowsForm['format'], more: Partial<RowsForm> = {}): RowsForm => {
  return { file: 'x', format, from: {}, ...more };
};
const schema = {
  properties: { name: { type: 'string' }, n: { type: 'integer' }, score: { type: ['number', 'null'] } },
};
const rows = [
  { name: 'a', n: 1, score: 0.5 },
  { name: 'b', n: 2, score: null },
];

describe('the rows of a file', () => {
  it.each<[string, RowsForm]>([
    ['name\tn\tscore\textra\na\t1\t0.5\tx\nb\t2\tNA\ty\n', form('TSV')],
    ['# made today\nname,n,score\r\n"a",1,0.5\r\nb,2,\r\n', form('CSV', { comment: '#' })],
    ['name   n score\na      1   0.5\nb      2     -\n', form('SPACES')],
    ['a 1 0.5\nb 2 NaN\n', form('SPACES', { columns: ['name', 'n', 'score'] })],
    ['id\tn\tscore\na\t1\t0.5\nb\t2\t\n', form('TSV', { from: { name: 'id' } })],
    [JSON.stringify(rows), form('JSON')],
    [rows.map((row) => JSON.stringify(row)).join('\n'), form('JSONL')],
  ])('%j are read', (text, how) => {
    expect(tableRows(text, how, schema)).toEqual(rows);
  });

  it('keep values that do not fit the schema, which then refuses them', () => {
    expect(tableRows('name\tn\na\tmany\n', form('TSV'), schema)).toEqual([{ name: 'a', n: 'many' }]);
    expect(tableRows('name\n"say ""a, b"""\n', form('CSV'), schema)).toEqual([{ name: 'say "a, b"' }]);
    expect(() => tableRows('{', form('JSON'), schema)).toThrow('is not valid JSON');
    expect(() => tableRows('[1]', form('JSON'), schema)).toThrow('a row is not a JSON object');
  });
});

describe('a pattern of names', () => {
  it.each([
    ['a.pdb', '*.pdb', true],
    ['a.pdbx', '*.pdb', false],
    ['model-1.pdb', 'model-?.pdb', true],
    ['model-10.pdb', 'model-?.pdb', false],
    ['x', '*', true],
    ['abcabc', '*abc', true],
    ['a.b', 'a?c', false],
  ])('%s fits %s: %s', (name, pattern, fits) => {
    expect(fitsPattern(name, pattern)).toBe(fits);
  });

  it('agrees with a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), maxLength: 6 });
    fc.assert(
      fc.property(text, pattern, (name, given) => {
        const source = given.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(fitsPattern(name, given)).toBe(new RegExp(`^${source}$`).test(name));
      }),
    );
  });

  it('is fast with many stars', () => {
    expect(fitsPattern('a'.repeat(255), `${'*a'.repeat(60)}b`)).toBe(false);
  });
});

describe('a line of progress', () => {
  const known = { stream: 'stderr', prefix: 'Done:' } as const;
  it.each([
    ['Done: 50%', { done: 50, total: 100 }],
    ['[12:00] Done: 3/20 models', { done: 3, total: 20 }],
    ['Done: 3 of 20', { done: 3, total: 20 }],
    ['Done: 12.5 %', { done: 12.5, total: 100 }],
    ['Done: 21/20', undefined],
    ['Done: soon', undefined],
    ['Done: 1/0', undefined],
    ['50%', undefined],
  ])('%j says %j', (line, said) => {
    expect(progressOf(line, known)).toEqual(said);
  });
});

describe('safe ids', () => {
  const names = ['HBB_HUMAN', "it's, (one)"];

  it('become names again as each format writes them', () => {
    expect(restoreIds('>s000001\nMK\n>s000003', names, 'FASTA')).toBe('>HBB_HUMAN\nMK\n>s000003');
    expect(restoreIds('(s000001,s000002);', names, 'NEWICK')).toBe("(HBB_HUMAN,'it''s, (one)');");
    expect(restoreIds('s000002,1', names, 'CSV')).toBe('"it\'s, (one)",1');
    expect(restoreInRow({ id: 's000002', n: 1 }, names)).toEqual({ id: names[1], n: 1 });
  });
});
