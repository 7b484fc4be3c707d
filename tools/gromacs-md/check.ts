import type { Check } from '../contract.ts';
import { readProtein } from '../shared/gromacs/readProtein.ts';
import { estimateAtoms } from './systemSize.ts';
import { MAX_ATOMS, structure } from './tool.ts';

/** Measured with 16,000 atoms on two processors: setup and minimisation, then each picosecond. */
const SETUP_SECONDS = 8;
const SECONDS_PER_PS = 5.5;
const MEASURED_ATOMS = 16_000;

/** Factor by which more time is reserved than expected, so that most jobs need no further hold. */
const MARGIN = 1.5;

export const check: Check = (inputs, settings) => {
  const { problems, records } = readProtein(inputs, structure, settings);
  const { time_ps: time, box_margin_nm: margin } = settings as Record<string, number>;
  const [protein] = records;
  const atoms = protein ? estimateAtoms(protein.residues, margin!) : MEASURED_ATOMS;
  if (atoms > MAX_ATOMS && protein)
    problems.push({
      path: `${protein.inputPath}.content`,
      message: `with its water the protein has about ${atoms} atoms, the limit is ${MAX_ATOMS}: send one domain, or a smaller box_margin_nm`,
    });
  if (problems.length > 0) return { problems, units: 0 };
  const seconds = (atoms / MEASURED_ATOMS) * (SETUP_SECONDS + SECONDS_PER_PS * time!);
  return { problems, units: 1, estimatedMinutes: (MARGIN * seconds) / 60 };
};
