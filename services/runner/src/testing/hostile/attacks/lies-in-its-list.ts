import type { Run } from '@rotamer/tools/contract.ts';

/** Writes rows that violate the schema of their port. */
export const run: Run = async ({ item }) => {
  item('rows', { n: 'many' }, { sourceInputIds: [] });
};
