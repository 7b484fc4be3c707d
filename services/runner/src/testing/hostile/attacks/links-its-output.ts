import { rmSync, symlinkSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Replaces an output by a symlink to a file of the machine. */
export const run: Run = async ({ file, item }) => {
  item('rows', { n: 1 }, { sourceInputIds: [] });
  file('table', 'passwd.json', '{}', { sourceInputIds: [] });
  rmSync('../out/table/passwd.json');
  symlinkSync('/etc/passwd', '../out/table/passwd.json');
};
