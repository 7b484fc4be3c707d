import type { ToolContract } from '@rotamer/tools/contract.ts';
import { contract as proteinProperties } from '@rotamer/tools/protein-properties/tool.ts';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createOutputCheck, type FileLine, type ItemLine, missingOutputs } from './checkOutputs.ts';

const contract: ToolContract = {
  ...proteinProperties,
  ports: [
    {
      id: 'rows',
      label: 'Rows',
      type: 'items',
      format: 'JSON',
      contentType: 'application/json',
      required: true,
      schema: Type.Object({ length: Type.Integer() }, { additionalProperties: false }),
    },
    { id: 'table', label: 'Table', type: 'file', format: 'TSV', contentType: 'text/plain', required: false },
  ],
};
const place = { sourceInputIds: ['in1'] };
const row = (value: unknown): ItemLine => ({ type: 'item', port: 'rows', place, value });
const file = (name: string): FileLine => ({ type: 'file', port: 'table', place, name });
const newCheck = () => createOutputCheck(contract, ['in1']);

describe('outputs', () => {
  it('are kept when they match the contract', () => {
    const check = newCheck();
    for (const line of [row({ length: 3 }), file('a.tsv'), file('b.tsv')]) expect(check(line)).toBeUndefined();
  });

  it.each([
    ['a value that misses its schema', row({ length: 'long' }), /does not match its schema.*length must be integer/],
    [
      'a port that the contract does not have',
      { ...row({ length: 1 }), port: 'other' } as ItemLine,
      /no such output port/,
    ],
    ['an item on a file port', { ...row({ length: 1 }), port: 'table' } as ItemLine, /no such output port/],
    ['a path as file name', file('../../etc/passwd'), /file name that is not allowed/],
    ['a hidden file', file('.profile'), /file name that is not allowed/],
    [
      'an input of somebody else',
      { ...row({ length: 1 }), place: { sourceInputIds: ['in2'] } } as ItemLine,
      /an input that the job does not have/,
    ],
  ])('are refused one by one: %s', (_what, line, message) => {
    const check = newCheck();
    expect(check(line)).toMatch(message);
    expect(check(row({ length: 3 }))).toBeUndefined();
  });

  it('may not name a file twice', () => {
    const check = newCheck();
    expect([check(file('a.tsv')), check(file('a.tsv'))]).toEqual([undefined, 'names a file twice']);
  });

  it('are missing when a required port has none', () => {
    expect(missingOutputs(contract.ports, new Set(['table']))).toEqual([
      "The tool ended without output on its port 'rows'.",
    ]);
    expect(missingOutputs(contract.ports, new Set(['rows']))).toEqual([]);
  });
});
