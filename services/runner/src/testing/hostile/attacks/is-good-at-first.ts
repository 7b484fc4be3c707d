import type { Run } from '@rotamer/tools/contract.ts';

let jobs = 0;

/** Does no harm in the first job of its process; in the next one it attacks as its setting says. */
export const run: Run = async (given) => {
  if (jobs++ === 0) return given.item('rows', { n: 1 }, { sourceInputIds: [] });
  const attack: { run: Run } = await import(`./${given.settings.later}.ts`);
  await attack.run(given);
};
