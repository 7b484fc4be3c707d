import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput } from '../testing/testStructures.ts';
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
});
