import type { ToolContract } from '@rotamer/tools/contract.ts';
import { contract as proteinProperties } from '@rotamer/tools/protein-properties/tool.ts';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { OutputLine } from '../child/jobFile.ts';
import { checkOutputs, missingOutputs } from './checkOutputs.ts';
import { parseOutputList } from './outputList.ts';

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
const row = (value: unknown): OutputLine => ({ type: 'item', port: 'rows', place, value });
const file = (name: string): OutputLine => ({ type: 'file', port: 'table', place, name });
const check = (...lines: OutputLine[]) => checkOutputs(lines, contract, ['in1']);

describe('the list of outputs', () => {
  it('is read line by line', () => {
    const lines = [row({ length: 3 }), file('a.tsv'), { type: 'error', message: 'no' } satisfies OutputLine];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(parseOutputList(text)).toEqual({ lines, broken: false });
  });

  it.each([
    ['half a line, as a killed tool leaves it', '{"type":"item","po'],
    ['a line that is no JSON', 'hello\n'],
    ['a line that is no output', '{"type":"file","port":"table"}\n'],
    ['a rank below 1', '{"type":"file","port":"a","name":"b","place":{"sourceInputIds":[],"rank":0}}\n'],
  ])('keeps what stood before %s', (_what, text) => {
    const first = row({ length: 1 });
    expect(parseOutputList(`${JSON.stringify(first)}\n${text}`)).toEqual({ lines: [first], broken: true });
  });
});

describe('outputs', () => {
  it('are kept when the contract has them', () => {
    const checked = check(row({ length: 3 }), file('a.tsv'), file('b.tsv'));
    expect(checked.problems).toEqual([]);
    expect([checked.items.length, checked.files.length]).toEqual([1, 2]);
  });

  it.each([
    ['a value that misses its schema', row({ length: 'long' }), /Output 1 .*port 'rows'.*length must be integer/],
    [
      'a port that the contract does not have',
      { ...row({ length: 1 }), port: 'other' } as OutputLine,
      /no such output port/,
    ],
    ['an item on a file port', { ...row({ length: 1 }), port: 'table' } as OutputLine, /no such output port/],
    ['a path as file name', file('../../etc/passwd'), /file name that is not allowed/],
    ['a hidden file', file('.profile'), /file name that is not allowed/],
    [
      'an input of somebody else',
      { ...row({ length: 1 }), place: { sourceInputIds: ['in2'] } } as OutputLine,
      /an input that the job does not have/,
    ],
  ])('are refused one by one: %s', (_what, line, message) => {
    const checked = check(line, row({ length: 3 }));
    expect(checked.problems).toEqual([expect.stringMatching(message)]);
    expect(checked.items.map((item) => item.value)).toEqual([{ length: 3 }]);
  });

  it('may not name a file twice', () => {
    expect(check(file('a.tsv'), file('a.tsv')).problems).toEqual([expect.stringMatching(/names a file twice/)]);
  });

  it('carry the tool’s own words about its failure, shortened', () => {
    const message = 'x'.repeat(5000);
    expect(check({ type: 'error', message }, { type: 'error', message: 'later' }).toolError).toBe('x'.repeat(2000));
  });

  it('are missing where a required port has none', () => {
    expect(missingOutputs(contract.ports, new Set(['table']))).toEqual([
      "The tool ended without output on its port 'rows'.",
    ]);
    expect(missingOutputs(contract.ports, new Set(['rows']))).toEqual([]);
  });
});
