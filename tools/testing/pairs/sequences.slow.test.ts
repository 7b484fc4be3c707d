// @module-tag native

import { describePairs } from './pairs.ts';

await describePairs('sequences');
