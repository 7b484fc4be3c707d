import { describe } from 'vitest';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('pka refuses', () => refusesBadStructures({ contract, check }, 'structure', 'backbone'));
