import { mkdirSync, writeFileSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Empty files in ever deeper folders: hardly a byte, no end of inodes, and paths longer than a path can be. */
export const run: Run = async () => {
  for (;;) {
    mkdirSync('a-folder-with-a-long-name-that-makes-paths-too-long');
    process.chdir('a-folder-with-a-long-name-that-makes-paths-too-long');
    for (let i = 0; i < 20; i++) writeFileSync(`${i}`, '');
  }
};
