import type { Run } from '@rotamer/tools/contract.ts';

let jobs = 0;

/** Is harmless in the first job of its process, and attacks in the next one as its setting says. */
export const run: Run = async (given) => {
  if (jobs++ === 0) return given.item('rows', { n: 1 }, { sourceInputIds: [] });
  const attack: { run: Run } = await import(`./${given.settings.later}.ts`);
  await attack.run(given);
};
