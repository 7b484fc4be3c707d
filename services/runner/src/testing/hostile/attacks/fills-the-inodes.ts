import { mkdirSync, writeFileSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Makes empty files in deeper and deeper folders: few bytes, many inodes, and paths longer than the limit. */
export const run: Run = async () => {
  for (;;) {
    mkdirSync('a-folder-with-a-long-name-that-makes-paths-too-long');
    process.chdir('a-folder-with-a-long-name-that-makes-paths-too-long');
    for (let i = 0; i < 20; i++) writeFileSync(`${i}`, '');
  }
};
