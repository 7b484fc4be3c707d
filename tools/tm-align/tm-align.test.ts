import { describe } from 'vitest';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('refuses as the reference', () =>
  refusesBadStructures({ contract, check }, 'reference', 'protein', [structureInput('mobiles', '1ubq.pdb')]));

describe('refuses as a mobile', () =>
  refusesBadStructures({ contract, check }, 'mobiles', 'protein', [structureInput('reference', '1ubq.pdb')]));
