import { openSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Opens files and never closes them. */
export const run: Run = async () => {
  for (;;) openSync('/dev/null', 'r');
};
