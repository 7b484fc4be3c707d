import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const smiles = (text: string) => ({ id: 'm', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });
const core = (text: string) => ({ id: 'c', slotId: 'core', kind: 'pattern', format: 'SMARTS', text });
const verdictOf = (inputs: ReturnType<typeof core>[], settings = {}) =>
  checkRequest(contract, check, inputs, settings).verdict;

it('refuses one molecule without a core, a core that is not a SMARTS, and marks without a core', () => {
  expect(verdictOf([smiles('CCO ethanol')]).problems).toMatchObject([
    { path: 'input.inputs', message: expect.stringMatching(/^a common core needs at least 2 molecules/) },
  ]);
  expect(verdictOf([smiles('CCO ethanol'), core('CC(')]).problems).toMatchObject([{ path: 'input.inputs[1].content' }]);
  expect(verdictOf([smiles('CCO a\nCCN b')], { only_marked: true }).problems).toMatchObject([
    { path: 'settings.only_marked' },
  ]);
  expect(verdictOf([smiles('CCO ethanol'), core('CCO')], { only_marked: true }).problems).toEqual([]);
});

it('costs one credit for each started 100 molecules', () => {
  expect([2, 100, 101].map((n) => verdictOf([smiles('C\n'.repeat(n))]).units)).toEqual([1, 1, 2]);
});
