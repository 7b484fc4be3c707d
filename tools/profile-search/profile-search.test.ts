import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { parseHhr, restoreHhr } from './hhr.ts';
import { contract } from './tool.ts';

const input = (slotId: string, text: string, format: string, id = slotId) => ({
  ...{ id, slotId, kind: slotId === 'query' ? 'protein' : 'msa', format, text },
});

it('refuses an alignment whose rows differ in length, by its place among the inputs', () => {
  const inputs = [
    input('query', '>q\nMKTAYIAK', 'FASTA'),
    input('database', '>a\nMKTA\n>b\nMK-A\n', 'AFA', 'one'),
    input('database', '>a\nMKTA\n>b\nMKA\n', 'AFA', 'two'),
  ];
  const { problems } = checkRequest(contract, check, inputs, {}).verdict;
  expect(problems.map(({ path }) => path)).toEqual(['input.inputs[2].content']);
  expect(checkRequest(contract, check, inputs.slice(0, 2), {}).verdict.problems).toEqual([]);
});

const report = `Query         query
Date          today

 No Hit                             Prob E-value P-value  Score    SS Cols Query HMM  Template HMM
  1 s000002                        100.0 5.8E-63 1.9E-63  357.4   0.0  146    2-147     1-146 (146)
  2 s000001                          0.1     1.2    0.41   11.0   0.0   14   35-48     54-67  (248)

No 1
>s000002
Probab=100.00  E-value=5.8e-63  Score=357.37  Aligned_cols=146  Identities=98%  Similarity=1.522

Q query             2 VHLTP    6 (147)
T s000002           1 VHLTP    5 (146)

No 2
>s000001
Probab=0.14  E-value=1.2  Score=10.98  Aligned_cols=14  Identities=0%  Similarity=-0.149
`;

it('parses the hits of a report', () => {
  expect(parseHhr(report)).toMatchObject([
    { header: 's000002', numbers: { evalue: 5.8e-63, columns: 146, identity: 98, qstart: 2, tend: 146, tlength: 146 } },
    { header: 's000001', numbers: { probability: 0.1, evalue: 1.2, score: 11, identity: 0, tlength: 248 } },
  ]);
  expect(() => parseHhr('Query  query\n')).toThrow(/did not complete/);
});

it("restores the users' names in a report without moving its columns", () => {
  const text = restoreHhr(report, 'my query', (index) => ['a', 'a family with a very long name indeed'][index]!);
  expect(text).toContain('  1 a family with a very long name 100.0 5.8E-63');
  expect(text).toContain('  2 a                                0.1     1.2');
  expect(text).toContain('Q my query          2 VHLTP    6 (147)\nT a family with     1 VHLTP    5 (146)');
  expect(text).not.toContain('Date');
});
