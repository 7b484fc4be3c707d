import { describe, expect, it } from 'vitest';
import { type PortRows, tablesOf } from './resultTables.ts';

const row = (value: unknown, output_port_id = 'rows') => ({
  id: 'itm_1',
  output_port_id,
  order: 0,
  rank: null,
  file_name: null,
  source_input_ids: [],
  format: 'JSON',
  value,
});

const port = (values: unknown[], portId = 'rows', more: Partial<PortRows> = {}): PortRows => {
  return { portId, items: values.map((value) => row(value, portId)), total: values.length, ...more };
};

const texts = (values: unknown[]) => tablesOf([port(values)], [])[0]!.rows.map((row) => row.map(({ text }) => text));

describe('structured items', () => {
  it('form one table per output port', () => {
    const tables = tablesOf([port([{ a: 1 }, { a: 2 }], 'energies'), port([{ b: 1 }], 'not_used')], []);
    expect(tables.map(({ label, total }) => [label, total])).toEqual([
      ['energies', 2],
      ['not used', 1],
    ]);
  });

  it('have every column that occurs in any item', () => {
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

  it.each([[7], ['text'], [null], [[1, 2]]])('may be values other than objects, such as %j', (value) => {
    expect(tablesOf([port([value])], [])[0]!.columns.map(({ label }) => label)).toEqual(['value']);
  });

  it('mark cells that are molecules', () => {
    const [{ rows } = { rows: [] }] = tablesOf(
      [port([{ canonical_smiles: 'CCO', smiles: null, smilesish: 'CCO' }])],
      [],
    );
    expect(rows[0]!.map(({ smiles }) => smiles)).toEqual(['CCO', undefined, undefined]);
  });

  it('are named and described by the tool’s contract, ignoring inherited properties', () => {
    const schema = { properties: { mass: { description: 'Da' } } };
    const described = {
      id: 'rows',
      label: 'Properties',
      type: 'items',
      format: 'JSON',
      contentType: '',
      required: true,
    } as const;
    const [table] = tablesOf([port([{ mass: 1, constructor: 2 }])], [{ ...described, schema: schema as never }]);
    expect(table).toMatchObject({ label: 'Properties', columns: [{ description: 'Da' }, { description: undefined }] });
  });

  it('have the columns of the contract in its order, with units, and rounded numbers', () => {
    const [table] = tablesOf(
      [port([{ extra: 1.23456, evalue: 1.234e-12, affinity_kcal_mol: -7.12345, ligand: 'ethane' }], 'poses')],
      [
        {
          ...{ id: 'poses', label: 'Poses', type: 'items', format: 'JSON', contentType: '', required: true },
          schema: {
            properties: {
              ligand: { type: 'string' },
              affinity_kcal_mol: { type: 'number' },
              evalue: { type: 'number' },
            },
          } as never,
        },
      ],
    );
    expect(table!.columns.map(({ label }) => label)).toEqual(['Ligand', 'Affinity (kcal/mol)', 'E-value', 'extra']);
    expect(table!.rows[0]!.map(({ text }) => text)).toEqual(['ethane', '-7.12', '1.2e-12', '1.23456']);
  });

  it('beyond a page are counted but not shown', () => {
    const [table] = tablesOf([port(Array.from({ length: 201 }, (_, i) => ({ i })))], []);
    expect([table!.rows.length, table!.total]).toEqual([200, 201]);
  });

  it('are cut to the text limit of a page', () => {
    const values = Array.from({ length: 200 }, (_, i) => ({ i, text: 'x'.repeat(100_000) }));
    const tables = tablesOf([port(values, 'rows', { total: 1_000_000 }), port(values, 'others')], []);
    const text = tables.flatMap(({ rows }) => rows.flat()).reduce((sum, cell) => sum + cell.text.length, 0);
    expect(text).toBeLessThanOrEqual(128 * 1024);
    expect(tables[0]!.rows.length).toBeGreaterThan(50);
    expect(tables[0]!.rows[0]![1]!.text).toMatch(/^x{2000}…$/);
    expect(tables.map(({ total }) => total)).toEqual([1_000_000, 200]);
  });
});
