import { appendFileSync } from 'node:fs';
import type { Run } from '@rotamer/tools/contract.ts';

/** Writes an invalid output list. */
export const run: Run = async ({ item }) => {
  item('rows', { n: 1 }, { sourceInputIds: [] });
  appendFileSync('../out/outputs.ndjson', '{"type":"file","port":"../..","name":"x"}\nnot json\n');
};
