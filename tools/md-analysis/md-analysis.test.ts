import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput, structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('md-analysis refuses', () => {
  refusesBadStructures({ contract, check }, 'trajectory', 'protein');

  it.each([
    ['1ubq.pdb', {}, 'input.inputs[0].content', 'the file has 1 model, at least 2 are needed'],
    ['2sdf_5models.pdb', { reference: 6 }, 'settings.reference', 'the file has 5 models'],
  ])('%s with %j', (file, settings, path, message) => {
    const { problems } = checkRequest(contract, check, [structureInput('trajectory', file)], settings).verdict;
    expect(problems).toEqual([{ path, message }]);
  });

  it('a frame with different atoms', () => {
    const text = readTestData('structures/2sdf_5models.pdb').split('\n');
    const third = text.findIndex((line) => line.startsWith('MODEL') && line.trim().endsWith('3'));
    text.splice(third + 1, 1);
    const input = structureText('trajectory', text.join('\n'));
    expect(checkRequest(contract, check, [input], {}).verdict.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^model 3 has other atoms than model 1, first at A:\w+1; all models need the same$/),
    ]);
  });
});
