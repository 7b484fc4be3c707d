import type { Check, Problem } from '../contract.ts';
import { firstProteinChain } from '../shared/structure/firstChain.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { MAX_CHAIN, mobiles, reference } from './tool.ts';

export const check: Check = (inputs) => {
  const read = [reference, mobiles].map((slot) => readStructures(inputs, slot, 'protein'));
  const problems = read.flatMap((slot) => slot.problems);
  if (problems.length === 0) problems.push(...read.flatMap(({ records }) => records.flatMap(tooLong)));
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(read[1]!.count / 20) };
};

function tooLong({ structure, inputPath }: ReturnType<typeof readStructures>['records'][number]): Problem[] {
  const count = firstProteinChain(structure).residues.length;
  const path = `${inputPath}.content`;
  if (count < 3) return [{ path, message: `its first chain with amino acids has ${count}, at least 3 are needed` }];
  return count > MAX_CHAIN
    ? [{ path, message: `its first chain has ${count} amino acids, the limit is ${MAX_CHAIN}` }]
    : [];
}
