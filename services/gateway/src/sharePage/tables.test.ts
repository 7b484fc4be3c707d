import { describe, expect, it } from 'vitest';
import { tablesOf } from './tables.ts';

const item = (value: unknown, output_port_id = 'rows') => ({
  id: 'itm_1',
  output_port_id,
  order: 0,
  rank: null,
  file_name: null,
  source_input_ids: [],
  format: 'JSON',
  value,
});

const texts = (values: unknown[]) =>
  tablesOf(
    values.map((value) => item(value)),
    [],
  )[0]!.rows.map((row) => row.map(({ text }) => text));

describe('structured items', () => {
  it('are one table for each output port', () => {
    const tables = tablesOf([item({ a: 1 }, 'energies'), item({ b: 1 }, 'not_used'), item({ a: 2 }, 'energies')], []);
    expect(tables.map(({ label, total }) => [label, total])).toEqual([
      ['energies', 2],
      ['not used', 1],
    ]);
  });

  it('have every column that any of them has', () => {
    expect(texts([{ a: 1 }, { b: 2, a: 3 }])).toEqual([
      ['1', '–'],
      ['3', '2'],
    ]);
  });

  it.each([
    [1.5e-7, '1.5e-7'],
    [true, 'yes'],
    [null, '–'],
    [{ A: 12, C: 8 }, 'A 12, C 8'],
    [['x', 'y'], 'x, y'],
    [{ deep: { er: [1] } }, '{"deep":{"er":[1]}}'],
  ])('show %j as %s', (value, text) => {
    expect(texts([{ field: value }])).toEqual([[text]]);
  });

  it.each([[7], ['text'], [null], [[1, 2]]])('may be no objects, such as %j', (value) => {
    expect(tablesOf([item(value)], [])[0]!.columns.map(({ label }) => label)).toEqual(['value']);
  });

  it('say which cells are molecules', () => {
    const [{ rows } = { rows: [] }] = tablesOf([item({ canonical_smiles: 'CCO', smiles: null, smilesish: 'CCO' })], []);
    expect(rows[0]!.map(({ smiles }) => smiles)).toEqual(['CCO', undefined, undefined]);
  });

  it('are named and described as in the contract of their tool, by its own words only', () => {
    const schema = { properties: { mass: { description: 'Da' } } };
    const port = {
      id: 'rows',
      label: 'Properties',
      type: 'items',
      format: 'JSON',
      contentType: '',
      required: true,
    } as const;
    const [table] = tablesOf([item({ mass: 1, constructor: 2 })], [{ ...port, schema: schema as never }]);
    expect(table).toMatchObject({ label: 'Properties', columns: [{ description: 'Da' }, { description: undefined }] });
  });

  it('beyond a page are counted, not shown', () => {
    const [table] = tablesOf(
      Array.from({ length: 201 }, (_, i) => item({ i })),
      [],
    );
    expect([table!.rows.length, table!.total]).toEqual([200, 201]);
  });
});
