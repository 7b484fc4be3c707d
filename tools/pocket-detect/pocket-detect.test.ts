import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput } from '../testing/testStructures.ts';
import { pocketBox } from './box.ts';
import { check } from './check.ts';
import { parsePocket, parseVoxels, withoutPocket } from './parse.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'structure', 'backbone');

  it('a rim that is more buried than the core', () => {
    const inputs = [structureInput('structure', '1ubq.pdb')];
    const { problems } = checkRequest(contract, check, inputs, { buriedness_rim: 0.8 }).verdict;
    expect(problems).toEqual([
      { path: 'settings.buriedness_rim', message: 'must not be greater than buriedness_core, 0.7' },
    ]);
  });
});

it('refuses a smallest sphere that is larger than the largest', () => {
  const { problems } = checkRequest(contract, check, [structureInput('structure', '1ubq.pdb')], {
    sphere_min: 7,
  }).verdict;
  expect(problems).toEqual([{ path: 'settings.sphere_min', message: 'must not be greater than sphere_max, 6.2' }]);
});

describe('what voronota-pocket wrote', () => {
  const line = 'structure.pdb 0.986629 2229 14948 442 1014 10408.4\n';

  it('is the pocket, with its atoms and its volume', () => {
    expect(parsePocket(line, 2229)).toEqual({
      max_buriedness: 0.986629,
      pocket_atoms: 442,
      pocket_vertices: 1014,
      volume: 10408.4,
    });
  });

  it('fails the job without a result or a volume, or with another number of atoms', () => {
    expect(() => parsePocket('', 2229)).toThrow('gave no result');
    expect(() => parsePocket(line, 2300)).toThrow('found 2229 of 2300 atoms');
    expect(() => parseVoxels('END\n')).toThrow('gave no volume');
  });

  it('distinguishes a structure without a pocket from a failure', () => {
    const summary = '"spectrum_summary":{\n"min_value":0.006,\n"max_value":0.12644,\n"mean_of_values":0.03}';
    expect(withoutPocket(`{${summary}}, "errors":["No core atoms selected."]`)).toMatchObject({
      max_buriedness: 0.12644,
      pocket_atoms: 0,
    });
    expect(withoutPocket(`{${summary}}, "errors":["Something else."]`)).toBeUndefined();
    expect(withoutPocket('')).toBeUndefined();
  });
});

it('centers the box on the volume, with sides that docking accepts', () => {
  const voxels = [0, 0, 0, 12].map((x) => [x, 1, 2 * x] as const);
  expect(pocketBox(voxels, 2)).toEqual({ center: [3, 1, 6], size: [22, 8, 30], clipped: true });
  expect(pocketBox([[1, 2, 3]], 5)).toEqual({ center: [1, 2, 3], size: [10, 10, 10], clipped: false });
});
