import { tools } from '@rotamer/tools/catalogue.ts';
import { describe, expect, it } from 'vitest';
import { columnOf, columnsOf, headingOf, shownNumber } from './columnsOf.ts';

describe('the column of a field', () => {
  it.each([
    ['affinity_kcal_mol', { type: 'number' }, 'Affinity (kcal/mol)'],
    ['sequence_evalue', { type: 'number' }, 'Sequence E-value'],
    ['qseqid', { type: 'string' }, 'Query'],
    ['model_pka', { type: 'number' }, 'Model pKa'],
    ['ph', { type: 'number' }, 'pH'],
    ['chain_a', { type: 'string' }, 'Chain A'],
    ['distance', { type: 'number', description: 'Å, between heavy atoms' }, 'Distance (Å)'],
    ['buried', { type: 'number', description: 'How much of it is covered, in Å²' }, 'Buried (Å²)'],
    ['mass', { type: 'number', description: 'Average mass, Da' }, 'Mass (Da)'],
    ['coverage', { type: 'number', description: 'Part that a row covers, in percent' }, 'Coverage (%)'],
    ['myOwnField', { type: 'string' }, 'My own field'],
    ['constructor', {}, 'Constructor'],
    ['_', {}, '_'],
  ])('%s of %j is headed %s', (name, schema, heading) => {
    expect(headingOf(columnOf(name, schema))).toBe(heading);
  });

  it('is headed as the port says', () => {
    expect(columnOf('mode', { type: 'integer' }, { title: 'Pose', unit: 'nm' })).toMatchObject({
      title: 'Pose',
      unit: 'nm',
    });
  });

  it('has the type of its values, null left out', () => {
    const of = (schema: object) => columnOf('x', schema).type;
    expect(of({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('number');
    expect(of({ enum: ['a', 'b'] })).toBe('string');
    expect(of({ type: ['array', 'null'] })).toBe('array');
    expect(of({ anyOf: [{ type: 'number' }, { type: 'string' }] })).toBe('any');
  });
});

describe('a shown number', () => {
  it.each([
    [14313.034, { digits: 2 }, '14313.03'],
    [-7.123, { digits: 2 }, '-7.12'],
    [12, { digits: 2 }, '12'],
    [0.00012, { digits: 2 }, '0.00012'],
    [0, { digits: 2 }, '0'],
    [1.234e-50, { wide_range: true as const }, '1.2e-50'],
    [0.0512, { wide_range: true as const }, '0.051'],
    [1.23456, {}, '1.23456'],
    [Number.NaN, { digits: 2 }, 'NaN'],
    [1e300 + 0.5, { digits: 2 }, '1e+300'],
  ])('%s with %j is %s', (value, column, text) => {
    expect(shownNumber(value, column)).toBe(text);
  });
});

describe('the columns of every tool', () => {
  const ports = tools.flatMap(({ contract }) => contract.ports.map((port) => ({ tool: contract.id, port })));
  const columns = ports.flatMap(({ tool, port }) =>
    columnsOf(port).map((column) => ({ where: `${tool}.${port.id}.${column.name}`, ...column })),
  );

  it('have a title that is not a name of the code', () => {
    expect(columns.length).toBeGreaterThan(1_000);
    expect(
      columns
        .filter(({ title }) => !/^[A-Z\d[χφψω]|^(pH|pKa|pI|logP|m\/z)/.test(title) || /_/.test(title))
        .map(({ where, title }) => [where, title]),
    ).toEqual([]);
  });

  it('say with each number how many digits to show', () => {
    const numbers = columns.filter(({ type }) => type === 'number');
    expect(numbers.filter(({ digits, wide_range }) => digits === undefined && !wide_range)).toEqual([]);
  });

  it('have different titles within a table', () => {
    for (const { tool, port } of ports) {
      const titles = columnsOf(port).map(headingOf);
      expect(new Set(titles).size, `${tool}.${port.id}: ${titles.join(', ')}`).toBe(titles.length);
    }
  });

  it('are headed only where the port has such a field', () => {
    for (const { tool, port } of ports) {
      const known = columnsOf(port).map(({ name }) => name);
      expect(
        Object.keys(port.headings ?? {}).filter((name) => !known.includes(name)),
        `${tool}.${port.id}`,
      ).toEqual([]);
    }
  });
});
