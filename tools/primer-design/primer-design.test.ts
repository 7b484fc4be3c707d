import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const dna = (text: string) => [{ id: 's', slotId: 'sequences', kind: 'dna', format: 'FASTA', text }];
const problemsOf = (text: string, settings = {}) => checkRequest(contract, check, dna(text), settings).verdict.problems;

describe('primer-design refuses', () => {
  it.each([
    [{ product_min: 900, product_max: 300 }, 'settings.product_min', '900 is more than product_max, 300'],
    [{ tm_best: 64 }, 'settings.tm_best', '64 is more than tm_max, 63'],
    [{ length_min: 22 }, 'settings.length_min', '22 is more than length_best, 20'],
  ])('%j', (settings, path, message) => {
    expect(problemsOf('>a\nACGT\n', settings)).toEqual([{ path, message }]);
  });

  it('sequences that are all shorter than the smallest product', () => {
    const message = 'no sequence has product_min, 100, bases';
    expect(problemsOf('>a\nACGTACGT\n', { product_min: 100 })).toEqual([{ path: 'input.inputs', message }]);
  });

  it('letters that are not DNA', () => {
    expect(problemsOf('>a\nACGT1\n')).toEqual([
      { path: 'input.inputs[0].content', message: expect.stringMatching(/line 2/) },
    ]);
  });
});
