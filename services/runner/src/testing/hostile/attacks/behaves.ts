import type { Run } from '@rotamer/tools/contract.ts';

/** A harmless tool: the job that follows the attacks. */
export const run: Run = async ({ item }) => item('rows', { n: 1 }, { sourceInputIds: [] });
