import { describe } from 'vitest';
import { refusesBadSequences } from '../testing/alignerTests.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('refuses', () => refusesBadSequences({ contract, check }));
