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

  it('more than 1,000 molecules', () => {
    expect(verdictOf(smilesInput('C\n'.repeat(1_001))).problems).toMatchObject([
      { message: 'line 1001: more than 1000 molecules' },
    ]);
  });

  it.each([
    [{ ph: 15 }, 'settings.ph'],
    [{ generate_3d: 'sometimes' }, 'settings.generate_3d'],
    [{ seed: -1 }, 'settings.seed'],
  ])('%j', (settings, path) => {
    expect(verdictOf(smilesInput('C'), settings).problems[0]).toMatchObject({ path });
  });
});

it('costs one credit for each started 50 molecules', () => {
  expect(verdictOf(smilesInput('C\n'.repeat(50))).units).toBe(1);
  expect(verdictOf(smilesInput('C\n'.repeat(51))).units).toBe(2);
});
