import type { Check } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom, proteinOf, type Structure } from '../shared/structure/structure.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, structures, 'polymer', selectionOf(settings));
  for (const { structure, inputPath } of problems.length > 0 ? [] : records) {
    const traces = chainsOfCa(structure);
    const message = `chain ${traces.join(', ')} has CA atoms only: a backbone that is built on them is a guess, often of D-amino acids; choose the other chains by the setting \`chains\``;
    if (traces.length > 0 && settings.missing_atoms) problems.push({ path: `${inputPath}.content`, message });
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};

const chainsOfCa = ({ chains }: Structure): string[] =>
  chains
    .filter((chain) => proteinOf(chain).length > 1 && proteinOf(chain).every((residue) => !findAtom(residue, 'N')))
    .map(({ id }) => quoted(id));
