import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Replaces the output list by a pipe, which blocks its reader forever. */
export const run: Run = async ({ item }) => {
  item('rows', { n: 1 }, { sourceInputIds: [] });
  rmSync('../out/outputs.ndjson');
  execFileSync('mkfifo', ['../out/outputs.ndjson']);
};
