import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { brokenLigands, ligandInput, smilesInput } from '../testing/testLigands.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const verdictOf = (input: ReturnType<typeof smilesInput>, settings = {}) =>
  checkRequest(contract, check, [input], settings).verdict;

describe('refuses', () => {
  it.each(brokenLigands)('%s', (_, format, text, message) => {
    const input = format === 'SMILES' ? smilesInput(text) : ligandInput(format, text);
    expect(verdictOf(input).problems).toEqual([
      { path: 'input.inputs[0].content', message: expect.stringMatching(message) },
    ]);
  });

  it('formats that it does not write', () => {
    expect(verdictOf(smilesInput('C'), { to: 'CDX' }).problems[0]).toMatchObject({ path: 'settings.to' });
  });
});

it('costs one credit for each started 1,000 molecules', () => {
  expect(verdictOf(smilesInput('C\n'.repeat(1_000))).units).toBe(1);
});
