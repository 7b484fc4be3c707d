import type { Operation } from './operation/operation.ts';
import * as all from './operations.gen.ts';

/** Every operation of the public API. */
export const operations: readonly Operation[] = Object.values(all);
