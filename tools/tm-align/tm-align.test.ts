import { describe, expect, it } from 'vitest';
import { completeSettings } from '../shared/completeSettings.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { readPairs } from './readPairs.ts';
import { contract } from './tool.ts';

describe('refuses as the reference', () =>
  refusesBadStructures({ contract, check }, 'reference', 'protein', [structureInput('mobiles', '1ubq.pdb')]));

describe('refuses as a mobile', () =>
  refusesBadStructures({ contract, check }, 'mobiles', 'protein', [structureInput('reference', '1ubq.pdb')]));

it('aligns the residues that are chosen, of each side', () => {
  const inputs = [structureInput('reference', '1ubq.pdb'), structureInput('mobiles', '1ubq.pdb')];
  const { settings } = completeSettings(contract, { reference_residues: 'A:1-30', mobile_residues: '11-20' });
  const { reference, mobiles } = readPairs(inputs, settings);
  expect([reference!.length, ...mobiles.map(({ length }) => length)]).toEqual([30, 10]);
  expect(mobiles[0]!.left.residues).toContain('A:ILE30');
});
