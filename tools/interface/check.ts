import type { Check } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import type { Structure } from '../shared/structure/structure.ts';
import { incompleteChain } from '../shared/structure/wholeChains.ts';
import { hasPolymer } from './sides.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const options = { ...selectionOf({ model: settings.model }), writesPdb: false };
  const { problems, records, count } = readStructures(inputs, structures, 'polymer', options);
  const [a, b] = [settings.chains_a, settings.chains_b] as [string[], string[]];
  const both = a.find((id) => b.includes(id));
  if (both) problems.push({ path: 'settings.chains_b', message: `${quoted(both)} is in chains_a, too` });
  if (a.length === 0 && b.length > 0) problems.push({ path: 'settings.chains_a', message: 'chains_b needs chains_a' });
  for (const { structure, inputPath } of problems.length > 0 ? [] : records) {
    const message = unfit(structure, [...a, ...b]) ?? incompleteChain(usedOf(structure, a, b));
    if (message) problems.push({ path: `${inputPath}.content`, message });
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};

/** Returns the chains that are used. When only one side is given, the other side is all other chains. */
const usedOf = (structure: Structure, a: string[], b: string[]): Structure =>
  b.length === 0 ? structure : { ...structure, chains: structure.chains.filter(({ id }) => [...a, ...b].includes(id)) };

function unfit({ chains }: Structure, wanted: string[]): string | undefined {
  const known = chains.filter(hasPolymer).map(({ id }) => id);
  const listed = known.map(quoted).join(', ');
  if (known.length < 2)
    return `the structure has ${known.length} chain of amino acids or nucleotides (${listed}), an interface needs 2`;
  const missing = wanted.find((id) => !known.includes(id));
  return missing === undefined
    ? undefined
    : `it has no chain ${quoted(missing)} of amino acids or nucleotides; its chains are ${listed}`;
}
