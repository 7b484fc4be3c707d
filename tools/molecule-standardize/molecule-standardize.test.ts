import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const smiles = (text: string) => [{ id: 'm', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text }];
const verdictOf = (text: string, settings = {}) => checkRequest(contract, check, smiles(text), settings).verdict;

it('refuses texts without a molecule, too many of them and unknown settings', () => {
  expect(verdictOf('aspirin').problems).toMatchObject([{ path: 'input.inputs[0].content' }]);
  expect(verdictOf('C\n'.repeat(2_001)).problems).toMatchObject([{ message: 'line 2001: more than 2000 molecules' }]);
  expect(verdictOf('C', { tautomer: 'all' }).problems).toMatchObject([{ path: 'settings.tautomer' }]);
});

it('costs one credit for each started 100 molecules', () => {
  expect([1, 100, 101].map((n) => verdictOf('C\n'.repeat(n)).units)).toEqual([1, 1, 2]);
});
