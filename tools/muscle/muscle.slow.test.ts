// @module-tag native

import { alignerTests } from '../testing/alignerTests.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

await alignerTests({ contract, check, run }, 154);
