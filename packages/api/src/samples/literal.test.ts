import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf, literal, python, typescript } from './literal.ts';

const body = {
  tool: 'protein-properties',
  name: "Ada's",
  input: {
    inputs: [{ id: 'insulin', source: { type: 'text' }, content: '>insulin_b\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n' }],
  },
  billing: null,
  cyclic: true,
};

describe('a value as source code', () => {
  it('evaluates to the same value in TypeScript', () => {
    const plain = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(plain, (value) => {
        const read = runInNewContext(`JSON.stringify(${literal(value, typescript)})`);
        // In a literal, `__proto__` does not define a field.
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(JSON.parse(read)).toEqual(value);
      }),
      { numRuns: 200 },
    );
  });

  it('is broken into lines in the style of each language', () => {
    expect(callOf('rotamer.jobs.submit', [(indent) => literal(body, typescript, indent)], 6, typescript)).toBe(
      `rotamer.jobs.submit({
  tool: 'protein-properties',
  name: 'Ada\\'s',
  input: {
    inputs: [
      {
        id: 'insulin',
        source: { type: 'text' },
        content: '>insulin_b\\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\\n',
      },
    ],
  },
  billing: null,
  cyclic: true,
})`,
    );
    expect(literal({ a: [1, true, null], "b'": 'c"' }, python)).toBe(`{"a": [1, True, None], "b'": "c\\""}`);
  });
});
