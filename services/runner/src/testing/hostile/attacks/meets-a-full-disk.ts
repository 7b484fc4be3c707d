import { writeFileSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Not an attack: a write that the kernel refuses with ENOSPC, as on a full disk. */
export const run: Run = async () => {
  writeFileSync('/dev/full', 'x');
};
