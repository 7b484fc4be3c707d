import type { Run } from '@rotamer/tools/contract.ts';

/** Fills the JavaScript heap. */
export const run: Run = async () => {
  const kept: unknown[] = [];
  for (let i = 0; i < 1e10; i++) kept.push({ i, text: `number ${i}` });
};
