import type { Check, Problem } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { readSequences } from '../shared/readInputs.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { records, count, problems } = readSequences(inputs, sequences);
  if (problems.length > 0) return { problems, units: 0 };
  const first = settings.first_residue as number;
  const exclude = settings.treat_unknown === 'exclude';
  const unweighable = records.flatMap(({ sequence: whole, name, line, inputPath }): Problem[] => {
    const path = `${inputPath}.content`;
    const sequence = whole.slice(first - 1);
    if (sequence === '') {
      const message = `line ${line}: record ${quoted(name)} has ${whole.length} residues; first_residue is ${first}`;
      return [{ path, message }];
    }
    if (exclude) {
      if (/[^BJXZ]/.test(sequence)) return [];
      return [{ path, message: `line ${line}: record ${quoted(name)} has no residue of known mass` }];
    }
    const found = /[BJXZ]/.exec(sequence)?.[0];
    if (!found) return [];
    const advice = "set treat_unknown to 'exclude' to compute without it";
    return [{ path, message: `line ${line}: record ${quoted(name)} has '${found}', which has no mass: ${advice}` }];
  });
  return { problems: unweighable, units: unweighable.length > 0 ? 0 : count };
};
